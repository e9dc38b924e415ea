/** Several places with their current weather, fetched in batches and refreshed like that of the place on screen. */
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useReportQuery, type WeatherPlace, weatherFreshMs } from '../queries.ts';
import { type Condition, dataOf, type WeatherReport } from '../report.ts';
import { fetchInBatches } from './fetchInBatches.ts';

/** What is shown of a place in a list; null until it is known. */
export interface CurrentWeather {
  temperature: number | null;
  condition: Condition | null;
  isDay: boolean;
  hasFailed: boolean;
}

export function useSavedWeather<P extends WeatherPlace>(
  places: readonly P[],
): Array<P & CurrentWeather> {
  const client = useQueryClient();
  const reportQuery = useReportQuery();
  const key = places
    .map(({ latitude, longitude, elevation }) => `${latitude},${longitude},${elevation}`)
    .join(';');
  const fetchAll = useEffectEvent((signal: AbortSignal) =>
    // Does not request what is still fresh.
    fetchInBatches(places, (place) => client.prefetchQuery(reportQuery(place)), signal),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the places
  useEffect(() => {
    const abort = new AbortController();
    void fetchAll(abort.signal);
    const timer = setInterval(() => void fetchAll(abort.signal), weatherFreshMs);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [key]);

  const weather = useQueries({
    queries: places.map((place) => ({ ...reportQuery(place), enabled: false })),
    // Only what is shown: the results are compared, and after a change of the order whole reports would be.
    combine: (results) => results.map(currentWeather),
  });
  return places.map((place, index) => ({ ...place, ...(weather[index] ?? currentWeather({})) }));
}

function currentWeather({
  data,
  isError = false,
}: {
  data?: WeatherReport | undefined;
  isError?: boolean;
}): CurrentWeather {
  const current = data && dataOf(data.current);
  return {
    temperature: current?.temperature_2m ?? null,
    condition: current?.current_weather_condition ?? null,
    isDay: current?.is_day ?? true,
    hasFailed: isError && !data,
  };
}
