/** Apple's sign-in window: it returns a token and, only at the first sign-in, the user's name. */
import { appleUserKey } from '../../../storage/keys.ts';
import { loadScript } from './loadScript.ts';
import { ProviderCancelled, ProviderProblem } from './providerErrors.ts';

const scriptAddress =
  'https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/1/en_US/appleid.auth.js';
const cancelled = ['popup_closed_by_user', 'user_cancelled_authorize'];

interface AppleName {
  name?: { firstName?: string; lastName?: string };
}

interface AppleAnswer {
  authorization?: { id_token?: string; code?: string; state?: string };
  user?: AppleName;
}

/** The part of Apple's script that we use. */
interface AppleAuth {
  init: (options: {
    clientId: string;
    scope: 'name email';
    redirectURI: string;
    state: string;
    nonce: string;
    usePopup: true;
  }) => void;
  signIn: () => Promise<AppleAnswer>;
}

export interface AppleToken {
  token: string;
  code?: string;
  user?: AppleName;
}

export async function signInWithApple({
  clientId,
  nonce,
}: {
  clientId: string;
  nonce: string;
}): Promise<AppleToken> {
  await loadScript(scriptAddress).catch(() => undefined);
  const auth = (window as { AppleID?: { auth?: AppleAuth } }).AppleID?.auth;
  if (!auth) throw new ProviderProblem('auth.appleNotReady');
  const state = crypto.randomUUID();
  auth.init({
    clientId,
    scope: 'name email',
    redirectURI: `${location.origin}/auth/apple/callback`,
    state,
    nonce,
    usePopup: true,
  });
  const { authorization, user } = await auth.signIn().catch(throwProviderError);
  if (user) storeAppleUser(user);
  if (!authorization?.id_token) throw new ProviderProblem('auth.appleNoToken');
  // The answer belongs to another request.
  if (authorization.state !== state) throw new ProviderProblem('auth.appleSignInFailed');
  const stored = readAppleUser();
  return {
    token: authorization.id_token,
    ...(authorization.code && { code: authorization.code }),
    ...(stored && { user: stored }),
  };
}

function throwProviderError(reason: unknown): never {
  const error = (reason as { error?: unknown } | null)?.error;
  if (cancelled.includes(String(error))) throw new ProviderCancelled();
  throw new ProviderProblem('auth.appleSignInFailed');
}

/** Called once the server has the name. */
export function clearAppleUser(): void {
  try {
    sessionStorage.removeItem(appleUserKey);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Apple sends the name only once, so it is stored until our own request has succeeded. */
function storeAppleUser(user: AppleName): void {
  try {
    sessionStorage.setItem(appleUserKey, JSON.stringify(user));
  } catch {
    // Without storage the name is only part of this attempt.
  }
}

function readAppleUser(): AppleName | null {
  try {
    return JSON.parse(sessionStorage.getItem(appleUserKey) ?? 'null');
  } catch {
    return null;
  }
}
