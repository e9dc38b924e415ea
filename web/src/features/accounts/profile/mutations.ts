/** Changes to one's own account, and what the page knows anew afterwards. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { responseData } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { useSession } from '../../../api/session/useSession.ts';

type Schemas = components['schemas'];

export function useUpdateProfile() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (body: Schemas['ProfilePatch']) =>
      responseData(api.PUT('/api/auth/update-profile', { body })),
    onSuccess: ({ user }) => session.userChanged(user),
  });
}

export function useChangePassword() {
  const api = useApi();
  const refresh = useRefreshedAccount();
  return useMutation({
    mutationFn: (body: Schemas['PasswordChange']) =>
      responseData(api.PUT('/api/auth/change-password', { body })),
    onSuccess: refresh,
  });
}

export function useEndSession() {
  const api = useApi();
  const refresh = useRefreshedAccount();
  return useMutation({
    mutationFn: (id: string) =>
      responseData(api.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

export function useExport() {
  const api = useApi();
  return useMutation({ mutationFn: () => responseData(api.GET('/api/auth/export')) });
}

/** Lasts until the browser has left too: on a slow line the form would be free again, and the word said and gone before. */
export function useDeleteAccount(onLeft: () => void) {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (body: Schemas['Deletion']) =>
      responseData(api.POST('/api/auth/delete-account', { body })),
    // The server has forgotten this session already; the browser follows.
    onSuccess: async () => {
      const left = new Promise((resolve) =>
        window.addEventListener('auth:logout', resolve, { once: true }),
      );
      session.logout();
      await left;
      onLeft();
    },
  });
}

/** Not waited for: a row that the fresh list no longer has could not tell that it went well. */
function useRefreshedAccount() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['account'] });
}
