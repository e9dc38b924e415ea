/** Log in with a passkey: by a button, or by choosing one where the browser fills in the form. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import { responseData } from '../../../api/client.ts';
import { useSession } from '../../../api/session/useSession.ts';
import { visitorProof } from '../../../storage/visitor.ts';
import { getPasskey, hasPasskeyAutofill, type PasskeyJson } from './browser.ts';
import { usePasskeys } from './usePasskeys.ts';

/** Before the server's challenge expires. */
const renewalMs = 9 * 60_000;

interface Answer {
  id: string;
  credential: PasskeyJson;
}

export function usePasskeyLogin() {
  const api = useApi();
  const session = useSession();
  const isOffered = usePasskeys();
  const asking = useRef<AbortController | null>(null);
  const [round, setRound] = useState(0);
  const login = useMutation({
    mutationFn: async (chosen: Answer | undefined) => {
      const answer = chosen ?? (await ask('optional'));
      if (!answer) return null;
      const body = { ...answer, ...visitorProof() };
      return responseData(api.POST('/api/auth/passkey/sign-in', { body }));
    },
    onSuccess: (answer) => answer && session.signedIn(answer),
    // A browser answers one question at a time: the button has ended the one of the form. A refused choice in the form is
    // not asked for again: a browser that chooses by itself would never end.
    onSettled: (answer, _error, chosen) => {
      if (!answer && !chosen) setRound((current) => current + 1);
    },
  });

  async function ask(mediation: CredentialMediationRequirement): Promise<Answer | null> {
    asking.current?.abort();
    const question = new AbortController();
    asking.current = question;
    const { id, options } = await responseData(api.POST('/api/auth/passkey/sign-in/options'));
    if (question.signal.aborted) return null;
    const credential = await getPasskey(options as PasskeyJson, mediation, question.signal);
    return credential && { id, credential };
  }

  const waitForChoice = useEffectEvent(async () => {
    // Without an answer of the server the form remains.
    const chosen = await ask('conditional').catch(() => null);
    if (chosen) login.mutate(chosen);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    if (!isOffered) return;
    let renewal: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    void hasPasskeyAutofill().then((isAvailable) => {
      if (!isAvailable || isOver) return;
      void waitForChoice();
      renewal = setInterval(() => void waitForChoice(), renewalMs);
    });
    return () => {
      isOver = true;
      clearInterval(renewal);
      asking.current?.abort();
    };
  }, [isOffered, round]);

  return { ...login, isOffered, start: () => login.mutate(undefined) };
}
