/** Google's sign-in prompt, opened by our own button; it returns a token for the server. */
import { loadScript } from './loadScript.ts';
import { ProviderProblem } from './providerErrors.ts';

const scriptAddress = 'https://accounts.google.com/gsi/client';
/** A prompt that has not appeared by then will not appear. */
const promptTimeoutMs = 5_000;

/** The part of Google Identity Services that we use. */
interface GoogleId {
  initialize: (options: {
    client_id: string;
    nonce: string;
    callback: (answer: { credential?: string }) => void;
    auto_select: false;
    cancel_on_tap_outside: true;
    context: 'signin';
    ux_mode: 'popup';
    use_fedcm_for_prompt: true;
  }) => void;
  prompt: (listener: (moment: PromptMoment) => void) => void;
  disableAutoSelect: () => void;
}

interface PromptMoment {
  isSkippedMoment: () => boolean;
  /** Absent where the browser shows its own prompt (FedCM). */
  isNotDisplayed?: () => boolean;
}

interface GoogleCallbacks {
  onToken: (token: string) => void;
  onProblem: (problem: ProviderProblem) => void;
}

/** A prompt that appears late still answers, so `onProblem` may be followed by `onToken`. */
export async function signInWithGoogle(
  { clientId, nonce }: { clientId: string; nonce: string },
  { onToken, onProblem }: GoogleCallbacks,
): Promise<void> {
  await loadScript(scriptAddress).catch(() => undefined);
  const id = findGoogleId();
  if (!id || !clientId) throw new ProviderProblem('auth.googleNoClient');

  const reportNoPrompt = () => onProblem(new ProviderProblem('auth.googleNoPrompt'));
  const timer = setTimeout(reportNoPrompt, promptTimeoutMs);
  id.initialize({
    client_id: clientId,
    nonce,
    callback: ({ credential }) => {
      clearTimeout(timer);
      if (credential) onToken(credential);
      else onProblem(new ProviderProblem('auth.googleNoCredential'));
    },
    auto_select: false,
    cancel_on_tap_outside: true,
    context: 'signin',
    ux_mode: 'popup',
    use_fedcm_for_prompt: true,
  });
  id.prompt((moment) => {
    clearTimeout(timer);
    if (moment.isSkippedMoment() || moment.isNotDisplayed?.()) reportNoPrompt();
  });
  // After a logout Google must not sign the user in again without asking.
  window.addEventListener('auth:logout', () => id.disableAutoSelect(), { once: true });
}

function findGoogleId(): GoogleId | undefined {
  return (window as { google?: { accounts?: { id?: GoogleId } } }).google?.accounts?.id;
}
