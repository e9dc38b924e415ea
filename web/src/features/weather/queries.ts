/** The weather request, and how long its answer stays fresh and cached. */
import { queryOptions } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { type ApiClient, responseData } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useAuth } from '../../api/session/useSession.ts';
import type { Place } from '../../storage/values.ts';
import { dayMs, minuteMs } from '../../units/durations.ts';

/** The server caches a report this long, so an earlier request returns the same one. */
export const weatherFreshMs = 15 * minuteMs;
const weatherCachedMs = dayMs;

type Site = Pick<Place, 'latitude' | 'longitude' | 'elevation'>;
/** A place whose weather is shown; its id is known to the server if it is a saved place. */
export type WeatherPlace = Site & { id?: string | null };

const savedId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const weatherQueries = {
  /** `isVisitor`: only users can request a saved place by its id. */
  report: (
    api: ApiClient,
    { latitude, longitude, elevation, id }: WeatherPlace,
    { isVisitor }: { isVisitor: boolean } = { isVisitor: true },
  ) =>
    queryOptions({
      queryKey: ['weather', latitude, longitude, elevation ?? null],
      queryFn: async ({ signal }) => {
        const request = (saved?: { location_id: string }) => {
          const query = { latitude, longitude, elevation, ...saved };
          return responseData(api.GET('/api/weather', { params: { query }, signal }));
        };
        if (isVisitor || !id || !savedId.test(id)) return request();
        return request({ location_id: id }).catch((error) => {
          // The place was deleted on another device, or the session has ended: the weather needs neither.
          if (error instanceof ApiError && [401, 404].includes(error.status)) return request();
          throw error;
        });
      },
      staleTime: weatherFreshMs,
      gcTime: weatherCachedMs,
    }),
};

/** The weather request of a place, as the current session allows it. */
export function useReportQuery() {
  const api = useApi();
  const { isAuthenticated, loading } = useAuth();
  const isVisitor = !isAuthenticated && !loading;
  return (place: WeatherPlace) => weatherQueries.report(api, place, { isVisitor });
}
