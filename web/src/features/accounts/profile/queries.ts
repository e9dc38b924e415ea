/** What the profile asks for; keyed by person, so that nobody sees the list of whoever was here before. */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, answerOf } from '../../../api/client.ts';

const sessionsKey = (userId: string) => ['account', userId, 'sessions'] as const;

export const profileQueries = {
  sessions: (api: ApiClient, userId: string) =>
    queryOptions({
      queryKey: sessionsKey(userId),
      queryFn: async ({ signal }) =>
        (await answerOf(api.GET('/api/auth/sessions', { signal }))).sessions,
    }),
};
