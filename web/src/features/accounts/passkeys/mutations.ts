/** Makes a passkey in the browser, and an account with it. */
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { responseData } from '../../../api/client.ts';
import { useSession } from '../../../api/session/useSession.ts';
import { visitorProof } from '../../../storage/visitor.ts';
import type { Registration } from '../validation.ts';
import { createPasskey, type PasskeyJson } from './browser.ts';

/** The user has cancelled, or the device has made no passkey. */
export class NoPasskeyMade extends Error {}

/** `onRegistered` also runs when the form is gone, as it is after the sign-in. */
export function usePasskeySignUp(invitation: string | null, onRegistered: (email: string) => void) {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: async (form: Registration) => {
      const who = {
        email: form.email.trim(),
        first_name: form.firstName.trim(),
        last_name: form.lastName.trim(),
        ...(invitation !== null && { invitation }),
      };
      const ceremony = await responseData(
        api.POST('/api/auth/passkey/sign-up/options', { body: who }),
      );
      const made = await makePasskey(ceremony);
      const body = { ...who, ...made, ...visitorProof() };
      return responseData(api.POST('/api/auth/passkey/sign-up', { body }));
    },
    onSuccess: (answer, form) => {
      session.signedIn(answer);
      onRegistered(form.email.trim());
    },
  });
}

/** What the server needs of a new passkey. */
export async function makePasskey({ id, options }: { id: string; options: unknown }) {
  const credential = await createPasskey(options as PasskeyJson);
  if (!credential) throw new NoPasskeyMade();
  return { id, credential };
}
