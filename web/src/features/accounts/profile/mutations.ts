/** Changes to the user's account, and what they refresh. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { responseData } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { useSession } from '../../../api/session/useSession.ts';
import { useConfirmed } from '../confirmation/confirmation.ts';

type Schemas = components['schemas'];

export function useUpdateProfile() {
  const api = useApi();
  const session = useSession();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: (body: Schemas['ProfilePatch']) =>
      confirmed(() => responseData(api.PUT('/api/auth/update-profile', { body }))),
    onSuccess: ({ user }) => session.userChanged(user),
  });
}

export function useChangePassword() {
  const api = useApi();
  const refresh = useRefreshAccount();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: (body: Schemas['PasswordChange']) =>
      confirmed(() => responseData(api.PUT('/api/auth/change-password', { body }))),
    onSuccess: refresh,
  });
}

export function useEndSession() {
  const api = useApi();
  const refresh = useRefreshAccount();
  return useMutation({
    mutationFn: (id: string) =>
      responseData(api.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

export function useEndOtherSessions() {
  const api = useApi();
  const refresh = useRefreshAccount();
  return useMutation({
    mutationFn: () => responseData(api.DELETE('/api/auth/sessions')),
    onSuccess: refresh,
  });
}

export function useExport() {
  const api = useApi();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: () => confirmed(() => responseData(api.GET('/api/auth/export'))),
  });
}

/** Stays pending until the browser has logged out too: on a slow network the form would be enabled again, and the message gone, before that. */
export function useDeleteAccount(onLoggedOut: () => void) {
  const api = useApi();
  const session = useSession();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: () =>
      confirmed(() => responseData(api.POST('/api/auth/delete-account', { body: {} }))),
    // The server has deleted the session already; the browser follows.
    onSuccess: async () => {
      const loggedOut = new Promise((resolve) =>
        window.addEventListener('auth:logout', resolve, { once: true }),
      );
      session.logout();
      await loggedOut;
      onLoggedOut();
    },
  });
}

/** Not awaited: a row that is missing in the fresh list could not show its success message. */
export function useRefreshAccount() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['account'] });
}
