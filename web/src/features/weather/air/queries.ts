/** The air of a place, hour by hour. The server keeps it for three hours. */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, responseData } from '../../../api/client.ts';
import type { Place } from '../../../storage/values.ts';
import { weatherFreshMs } from '../queries.ts';

type Site = Pick<Place, 'latitude' | 'longitude'>;

export const airQuery = (api: ApiClient, { latitude, longitude }: Site) =>
  queryOptions({
    queryKey: ['air', latitude, longitude],
    queryFn: ({ signal }) =>
      responseData(
        api.GET('/api/weather/air', { params: { query: { latitude, longitude } }, signal }),
      ),
    staleTime: weatherFreshMs,
  });
