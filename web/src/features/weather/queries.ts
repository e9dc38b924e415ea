/** How the page asks for weather, and how long an answer holds. */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, responseData } from '../../api/client.ts';
import type { Place } from '../../storage/values.ts';

/** The server itself keeps a report this long: asking earlier brings nothing new. */
export const weatherFreshMs = 15 * 60_000;
const weatherKeptMs = 24 * 3_600_000;

export const weatherQueries = {
  report: (api: ApiClient, place: Pick<Place, 'latitude' | 'longitude'>) =>
    queryOptions({
      queryKey: ['weather', place.latitude, place.longitude],
      queryFn: ({ signal }) =>
        responseData(
          api.GET('/api/weather', {
            params: { query: { latitude: place.latitude, longitude: place.longitude } },
            signal,
          }),
        ),
      staleTime: weatherFreshMs,
      gcTime: weatherKeptMs,
    }),
};
