/** The weather of several places, fetched in batches and refreshed like that of the place on screen. */
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import { type Coordinates, weatherFreshMs, weatherQueries } from '../queries.ts';
import type { WeatherReport } from '../report.ts';
import { fetchInBatches } from './fetchInBatches.ts';

export interface SavedWeather {
  report: WeatherReport | undefined;
  hasFailed: boolean;
}

export function useSavedWeather(places: readonly Coordinates[]): SavedWeather[] {
  const api = useApi();
  const client = useQueryClient();
  const key = places.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(';');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the places
  useEffect(() => {
    const abort = new AbortController();
    // Does not request what is still fresh.
    const fetchAll = () =>
      fetchInBatches(
        places,
        (place) => client.prefetchQuery(weatherQueries.report(api, place)),
        abort.signal,
      );
    void fetchAll();
    const timer = setInterval(() => void fetchAll(), weatherFreshMs);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [key, api, client]);

  return useQueries({
    queries: places.map((place) => ({ ...weatherQueries.report(api, place), enabled: false })),
    combine: (results) =>
      results.map(({ data, isError }) => ({ report: data, hasFailed: isError && !data })),
  });
}
