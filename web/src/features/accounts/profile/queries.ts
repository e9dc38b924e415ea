/** The requests of the profile, keyed by user, so that the next user of this browser does not see a cached list. */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, responseData } from '../../../api/client.ts';

export const profileQueries = {
  sessions: (api: ApiClient, userId: string) =>
    queryOptions({
      queryKey: ['account', userId, 'sessions'],
      queryFn: async ({ signal }) =>
        (await responseData(api.GET('/api/auth/sessions', { signal }))).sessions,
    }),
  passkeys: (api: ApiClient, userId: string) =>
    queryOptions({
      queryKey: ['account', userId, 'passkeys'],
      queryFn: async ({ signal }) =>
        (await responseData(api.GET('/api/auth/passkeys', { signal }))).passkeys,
    }),
  secondFactor: (api: ApiClient, userId: string) =>
    queryOptions({
      queryKey: ['account', userId, 'secondFactor'],
      queryFn: ({ signal }) => responseData(api.GET('/api/auth/second-factor', { signal })),
    }),
  identities: (api: ApiClient, userId: string) =>
    queryOptions({
      queryKey: ['account', userId, 'identities'],
      queryFn: async ({ signal }) =>
        (await responseData(api.GET('/api/auth/identities', { signal }))).identities,
    }),
};
