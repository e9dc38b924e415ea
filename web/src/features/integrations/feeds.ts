/** The requests for the secret addresses of saved places, keyed by user. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { type ApiClient, responseData } from '../../api/client.ts';

export const feedQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: ['account', userId, 'feeds'],
    queryFn: async ({ signal }) => (await responseData(api.GET('/api/feeds', { signal }))).feeds,
  });

export function useMakeFeed() {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (location_id: string) =>
      responseData(api.PUT('/api/feeds/{location_id}', { params: { path: { location_id } } })),
    onSuccess: refresh,
  });
}

export function useRemoveFeed() {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (location_id: string) =>
      responseData(api.DELETE('/api/feeds/{location_id}', { params: { path: { location_id } } })),
    onSuccess: refresh,
  });
}

/** Not awaited: the row shows its new address at once. */
function useRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['account'] });
}
