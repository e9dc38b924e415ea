/** The server's public configuration: sign-in providers, support address, version. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useApi } from './ApiContext.ts';
import { type ApiClient, responseData } from './client.ts';

export function configQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['config'],
    queryFn: ({ signal }) => responseData(api.GET('/api/config', { signal })),
    // It changes only when the server restarts.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether the server sends mails; assumed until it is known. */
export function useHasMail(): boolean {
  return useQuery(configQuery(useApi())).data?.has_mail ?? true;
}
