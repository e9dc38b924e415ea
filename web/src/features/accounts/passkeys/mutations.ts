/** Create an account with a passkey; add, rename and remove the passkeys of an account. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
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
      const made = await make(ceremony);
      const body = { ...who, ...made, ...visitorProof() };
      return responseData(api.POST('/api/auth/passkey/sign-up', { body }));
    },
    onSuccess: (answer, form) => {
      session.signedIn(answer);
      onRegistered(form.email.trim());
    },
  });
}

/** The password, where the sign-in is not recent. */
interface Proof {
  password?: string;
}

export function useAddPasskey() {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (proof: Proof) => {
      const ceremony = await responseData(api.POST('/api/auth/passkeys/options', { body: proof }));
      const body = await make(ceremony);
      return responseData(api.POST('/api/auth/passkeys', { body }));
    },
    onSuccess: refresh,
  });
}

export function useRenamePasskey() {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      responseData(
        api.PUT('/api/auth/passkeys/{id}', { params: { path: { id } }, body: { name } }),
      ),
    onSuccess: refresh,
  });
}

export function useRemovePasskey() {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Proof) =>
      responseData(api.DELETE('/api/auth/passkeys/{id}', { params: { path: { id } }, body })),
    onSuccess: refresh,
  });
}

async function make({ id, options }: { id: string; options: unknown }) {
  const credential = await createPasskey(options as PasskeyJson);
  if (!credential) throw new NoPasskeyMade();
  return { id, credential };
}

/** Not awaited: a row that is missing in the fresh list could not show its success message. */
function useRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['account'] });
}
