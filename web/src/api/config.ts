/** The server's public configuration: sign-in providers, support address, version. */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, responseData } from './client.ts';

export function configQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['config'],
    queryFn: ({ signal }) => responseData(api.GET('/api/config', { signal })),
    // It changes only when the server restarts.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
