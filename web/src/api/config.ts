/** What the operator lets the page know: which providers there are, where the support is, which version runs. */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, answerOf } from './client.ts';

export function configQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['config'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/config', { signal })),
    // It changes only when the server starts anew.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
