/** The weather of several places, asked for gently and kept as fresh as that of the one on screen. */
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import { weatherFreshMs, weatherQueries } from '../queries.ts';
import type { WeatherReport } from '../report.ts';
import { fetchInTurn } from './inTurn.ts';

interface Position {
  latitude: number;
  longitude: number;
}

export interface SavedWeather {
  report: WeatherReport | undefined;
  hasFailed: boolean;
}

export function useSavedWeather(places: readonly Position[]): SavedWeather[] {
  const api = useApi();
  const client = useQueryClient();
  const key = places.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(';');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are those of the key
  useEffect(() => {
    const stop = new AbortController();
    // What is still fresh is not asked for again.
    const fetchAll = () =>
      fetchInTurn(
        places,
        (place) => client.prefetchQuery(weatherQueries.report(api, place)),
        stop.signal,
      );
    void fetchAll();
    const timer = setInterval(() => void fetchAll(), weatherFreshMs);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [key, api, client]);

  return useQueries({
    queries: places.map((place) => ({ ...weatherQueries.report(api, place), enabled: false })),
    combine: (results) =>
      results.map(({ data, isError }) => ({ report: data, hasFailed: isError && !data })),
  });
}
