/** Google's sign-in prompt: our own button opens it, its answer is a token for the server. */

import { loadScript } from './loadScript.ts';
import { ProviderProblem } from './providerErrors.ts';

const scriptAddress = 'https://accounts.google.com/gsi/client';
/** Nothing seen by then means that nothing will be. */
const promptWithinMs = 5_000;

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
  /** Gone where the browser itself asks. */
  isNotDisplayed?: () => boolean;
}

interface GoogleAnswers {
  onToken: (token: string) => void;
  onProblem: (problem: ProviderProblem) => void;
}

/** Asks; a prompt that shows late still answers, so a problem may be followed by a token. */
export async function askGoogle(
  { clientId, nonce }: { clientId: string; nonce: string },
  { onToken, onProblem }: GoogleAnswers,
): Promise<void> {
  await loadScript(scriptAddress).catch(() => undefined);
  const id = findGoogleId();
  if (!id || !clientId) throw new ProviderProblem('auth.googleNoClient');

  const noPrompt = () => onProblem(new ProviderProblem('auth.googleNoPrompt'));
  const timer = setTimeout(noPrompt, promptWithinMs);
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
    if (moment.isSkippedMoment() || moment.isNotDisplayed?.()) noPrompt();
  });
  // Who logs out here is not signed in again by Google without being asked.
  window.addEventListener('auth:logout', () => id.disableAutoSelect(), { once: true });
}

function findGoogleId(): GoogleId | undefined {
  return (window as { google?: { accounts?: { id?: GoogleId } } }).google?.accounts?.id;
}
