/** Confirms who the user is: with the password, a passkey or a connected provider. */
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { responseData } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { getPasskey, type PasskeyJson } from '../passkeys/browser.ts';

type Confirmation = components['schemas']['Confirmation'];

export function useConfirm(onConfirmed: () => void) {
  const api = useApi();
  return useMutation({
    mutationFn: (body: Confirmation) => responseData(api.POST('/api/auth/confirm', { body })),
    onSuccess: onConfirmed,
  });
}

/** The answer is null if the user cancels. */
export function usePasskeyConfirmation(onConfirmed: () => void) {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const { id, options } = await responseData(api.POST('/api/auth/confirm/options'));
      const credential = await getPasskey(
        options as PasskeyJson,
        'optional',
        new AbortController().signal,
      );
      if (!credential) return null;
      return responseData(api.POST('/api/auth/confirm', { body: { passkey: { id, credential } } }));
    },
    onSuccess: (answer) => answer && onConfirmed(),
  });
}
