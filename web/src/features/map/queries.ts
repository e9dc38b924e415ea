/** The rain around a place: frames of the map and what they mean for it. */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, responseData } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import type { Place } from '../../storage/values.ts';
import { minuteMs } from '../../units/durations.ts';

export type RainReport = components['schemas']['RainReport'];
export type RainFrame = components['schemas']['RainFrame'];
export type ModelMap = components['schemas']['ModelMap'];
export type RainIntensity = components['schemas']['RainIntensity'];

/** A radar has a new picture every five or ten minutes. */
const refetchMs = 2 * minuteMs;

export const rainQuery = (api: ApiClient, { latitude, longitude }: Place) =>
  queryOptions({
    queryKey: ['rain', rounded(latitude), rounded(longitude)],
    queryFn: ({ signal }) =>
      responseData(
        api.GET('/api/rain', {
          params: { query: { latitude: rounded(latitude), longitude: rounded(longitude) } },
          signal,
        }),
      ),
    staleTime: minuteMs,
    refetchInterval: refetchMs,
  });

/** A model has a new run every six hours; the hours that are shown move on. */
const modelRefetchMs = 15 * minuteMs;

/** What the forecast model has for the map around a place. */
export const modelQuery = (api: ApiClient, { latitude, longitude }: Place) =>
  queryOptions({
    queryKey: ['modelMap', rounded(latitude), rounded(longitude)],
    queryFn: ({ signal }) =>
      responseData(
        api.GET('/api/rain/model', {
          params: { query: { latitude: rounded(latitude), longitude: rounded(longitude) } },
          signal,
        }),
      ),
    staleTime: 5 * minuteMs,
    refetchInterval: modelRefetchMs,
  });

/** Where alerts apply; without those that have no shape or are over. */
export const areasQuery = (api: ApiClient, ids: string[]) =>
  queryOptions({
    queryKey: ['alertAreas', ...ids],
    queryFn: async ({ signal }) => {
      const areas = ids.map((id) =>
        responseData(api.GET('/api/alerts/{id}/area', { params: { path: { id } }, signal })),
      );
      const found = await Promise.allSettled(areas);
      return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value.polygons] : []));
    },
    staleTime: 5 * minuteMs,
    enabled: ids.length > 0,
  });

/** The server rounds as well: less than a pixel of the map. */
function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
