/** The weather of one place: fetched, refreshed while the page is visible, and fetched again on request. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useReportQuery, type WeatherPlace, weatherFreshMs } from './queries.ts';
import type { WeatherReport } from './report.ts';

export interface WeatherLoad {
  report: WeatherReport | undefined;
  error: Error | null;
  isFetching: boolean;
  failureCount: number;
  /** Starts over, also while a request is in flight. */
  retry: () => void;
}

export function useWeather(place: WeatherPlace): WeatherLoad {
  const client = useQueryClient();
  const options = useReportQuery()(place);
  const { data, error, isFetching, failureCount, refetch } = useQuery({
    ...options,
    refetchInterval: weatherFreshMs,
    // Refetches only stale weather when the page becomes visible again.
    refetchOnWindowFocus: true,
    // A device may wake up before its network does.
    refetchOnReconnect: true,
  });

  async function retry() {
    // A first request that hangs has to be cancelled before a second one is sent.
    await client.cancelQueries({ queryKey: options.queryKey });
    await refetch();
  }

  return { report: data, error, isFetching, failureCount, retry: () => void retry() };
}
