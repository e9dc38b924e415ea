/** The next hours of a report. The array stays the same until the hour changes, so that nothing renders again every minute. */
import { useMemo } from 'react';
import { dataOf, type Hour, hourEnd, nextHours, type WeatherReport } from '../report.ts';

export function useNextHours(report: WeatherReport, now: Date, count: number): Hour[] {
  const hourly = dataOf(report.hourly);
  // Not the wall clock's hour: in zones that are offset by thirty minutes the provider's hours start at half past.
  const currentHour = hourly?.time.find((time) => hourEnd({ time }) > now);
  return useMemo(
    () => (hourly && currentHour ? nextHours(hourly, new Date(currentHour), count) : []),
    [hourly, currentHour, count],
  );
}
