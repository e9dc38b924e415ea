/** The weather request, and how long its answer stays fresh and cached. */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, responseData } from '../../api/client.ts';
import type { Place } from '../../storage/values.ts';
import { dayMs, minuteMs } from '../../units/durations.ts';

/** The server caches a report this long, so an earlier request returns the same one. */
export const weatherFreshMs = 15 * minuteMs;
const weatherCachedMs = dayMs;

export type Coordinates = Pick<Place, 'latitude' | 'longitude'>;

export const weatherQueries = {
  report: (api: ApiClient, place: Coordinates) =>
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
      gcTime: weatherCachedMs,
    }),
};
