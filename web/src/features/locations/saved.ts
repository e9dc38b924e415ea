/** The places a signed-in person has saved: read with care for the server, written with care for the reader. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { type ApiClient, answerOf } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { useAuth } from '../../api/session/useSession.ts';
import type { Place } from '../../storage/values.ts';

type Location = components['schemas']['Location'];

const savedFreshMs = 2 * 60_000;

export const locationQueries = {
  saved: (api: ApiClient) =>
    queryOptions({
      queryKey: ['locations'],
      queryFn: async ({ signal }) =>
        (await answerOf(api.GET('/api/locations', { signal }))).locations,
      staleTime: savedFreshMs,
    }),
};

const none: Location[] = [];

/** Nobody is asked for a visitor, who has none. */
export function useSavedLocations(): Location[] {
  const { isAuthenticated } = useAuth();
  const { data } = useQuery({ ...locationQueries.saved(useApi()), enabled: isAuthenticated });
  return (isAuthenticated && data) || none;
}

export function useSaveLocation() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, latitude, longitude }: Place) =>
      (await answerOf(api.POST('/api/locations', { body: { name, latitude, longitude } })))
        .location,
    onSettled: () => client.invalidateQueries({ queryKey: ['locations'] }),
  });
}
