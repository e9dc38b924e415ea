/** The notices a person was sent, page by page, and the test to oneself. */
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { type ApiClient, responseData } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';

export type Notice = components['schemas']['Notice'];

export const noticeQueries = {
  /** Keyed by person, so that nobody sees the list of whoever was here before. */
  list: (api: ApiClient, userId: string) =>
    infiniteQueryOptions({
      queryKey: ['account', userId, 'notices'],
      queryFn: ({ pageParam, signal }) =>
        responseData(
          api.GET('/api/notifications', {
            params: { query: pageParam ? { before: pageParam } : {} },
            signal,
          }),
        ),
      initialPageParam: '',
      getNextPageParam: (page) => (page.has_more ? page.notices.at(-1)?.id : undefined),
    }),
};

export function useTestNotice() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => responseData(api.POST('/api/notifications/test')),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['account'] }),
  });
}
