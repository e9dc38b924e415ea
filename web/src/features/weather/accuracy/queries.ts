/** The accuracy of a place's forecasts, which changes once a day. */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, responseData } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import type { Place } from '../../../storage/values.ts';
import { hourMs } from '../../../units/durations.ts';

export type AccuracyReport = components['schemas']['AccuracyReport'];
export type LeadAccuracy = AccuracyReport['leads'][number];
export type AccuracyDay = AccuracyReport['days'][number];

type Site = Pick<Place, 'latitude' | 'longitude' | 'elevation'>;

export const accuracyQuery = (api: ApiClient, { latitude, longitude, elevation }: Site) =>
  queryOptions({
    queryKey: ['accuracy', latitude, longitude, elevation ?? null],
    queryFn: ({ signal }) =>
      responseData(
        api.GET('/api/weather/accuracy', {
          params: { query: { latitude, longitude, elevation } },
          signal,
        }),
      ),
    staleTime: hourMs,
  });
