/** The weather of one place: asked for, kept fresh while somebody looks, and asked for anew on request. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import type { Place } from '../../storage/values.ts';
import { weatherFreshMs, weatherQueries } from './queries.ts';
import type { WeatherReport } from './report.ts';

export interface WeatherLoad {
  report: WeatherReport | undefined;
  error: Error | null;
  isFetching: boolean;
  failureCount: number;
  /** Starts over, whatever is under way. */
  retry: () => void;
}

export function useWeather(place: Pick<Place, 'latitude' | 'longitude'>): WeatherLoad {
  const client = useQueryClient();
  const options = weatherQueries.report(useApi(), place);
  const { data, error, isFetching, failureCount, refetch } = useQuery({
    ...options,
    refetchInterval: weatherFreshMs,
    // Only weather that is older than that is asked for when the page comes back into sight.
    refetchOnWindowFocus: true,
  });

  async function retry() {
    // A first request that hangs is not replaced by a second one unless it is given up.
    await client.cancelQueries({ queryKey: options.queryKey });
    await refetch();
  }

  return { report: data, error, isFetching, failureCount, retry: () => void retry() };
}
