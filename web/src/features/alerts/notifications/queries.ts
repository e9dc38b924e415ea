/** The notifications sent to the user, page by page, and sending a test notification. */
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { type ApiClient, responseData } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';

export type SentNotification = components['schemas']['Notification'];

export const notificationQueries = {
  /** Keyed by user, so that the next user of this browser does not see a cached list. */
  list: (api: ApiClient, userId: string) =>
    infiniteQueryOptions({
      queryKey: ['account', userId, 'notifications'],
      queryFn: ({ pageParam, signal }) =>
        responseData(
          api.GET('/api/notifications', {
            params: { query: pageParam ? { before: pageParam } : {} },
            signal,
          }),
        ),
      initialPageParam: '',
      getNextPageParam: (page) => (page.has_more ? page.notifications.at(-1)?.id : undefined),
    }),
};

export function useSendTestNotification() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => responseData(api.POST('/api/notifications/test')),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['account'] }),
  });
}
