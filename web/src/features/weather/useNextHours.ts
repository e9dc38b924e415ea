/** The coming hours of a report; the same rows until the hour strikes, so that nothing is drawn anew every minute. */
import { useMemo } from 'react';
import { dataOf, type Hour, hourEnd, nextHours, type WeatherReport } from './report.ts';

export function useNextHours(report: WeatherReport, now: Date, count: number): Hour[] {
  const hourly = dataOf(report.hourly);
  // Not the clock's hour: where zones differ by thirty minutes, the source's hours start at half past.
  const running = hourly?.time.find((time) => hourEnd({ time }) > now);
  return useMemo(
    () => (hourly && running ? nextHours(hourly, new Date(running), count) : []),
    [hourly, running, count],
  );
}
