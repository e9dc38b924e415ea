/** The requests for personal tokens, keyed by user, so that the next user of this browser does not see a cached list. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { type ApiClient, responseData } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

export const scopes = ['places', 'weather', 'alerts'] as const;

export const tokenQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: ['account', userId, 'tokens'],
    queryFn: async ({ signal }) => (await responseData(api.GET('/api/tokens', { signal }))).tokens,
  });

export function useCreateToken() {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: components['schemas']['NewApiToken']) =>
      responseData(api.POST('/api/tokens', { body })),
    onSuccess: refresh,
  });
}

export function useRevokeToken() {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) =>
      responseData(api.DELETE('/api/tokens/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

/** Not awaited: a row that is missing in the fresh list could not show its success message. */
function useRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['account'] });
}
