/** Changes to how the user signs in: providers and passkeys. */
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { responseData } from '../../../api/client.ts';
import { useConfirmed } from '../confirmation/confirmation.ts';
import { makePasskey } from '../passkeys/mutations.ts';
import type { Provider } from '../providers/providerErrors.ts';
import type { ProviderCredential } from '../providers/useIdentityProvider.ts';
import { useRefreshAccount } from './mutations.ts';

export function useConnectProvider() {
  const api = useApi();
  const refresh = useRefreshAccount();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: ({ provider, token, code }: ProviderCredential) =>
      confirmed(() =>
        responseData(
          api.POST('/api/auth/identities/{provider}', {
            params: { path: { provider } },
            body: { token, ...(code && { code }) },
          }),
        ),
      ),
    onSuccess: refresh,
  });
}

export function useDisconnectProvider() {
  const api = useApi();
  const refresh = useRefreshAccount();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: (provider: Provider) =>
      confirmed(() =>
        responseData(
          api.DELETE('/api/auth/identities/{provider}', {
            params: { path: { provider } },
            body: {},
          }),
        ),
      ),
    onSuccess: refresh,
  });
}

export function useAddPasskey() {
  const api = useApi();
  const refresh = useRefreshAccount();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: async () => {
      const ceremony = await confirmed(() => responseData(api.POST('/api/auth/passkeys/options')));
      const body = await makePasskey(ceremony);
      return responseData(api.POST('/api/auth/passkeys', { body }));
    },
    onSuccess: refresh,
  });
}

export function useRenamePasskey() {
  const api = useApi();
  const refresh = useRefreshAccount();
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
  const refresh = useRefreshAccount();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: (id: string) =>
      confirmed(() =>
        responseData(api.DELETE('/api/auth/passkeys/{id}', { params: { path: { id } } })),
      ),
    onSuccess: refresh,
  });
}
