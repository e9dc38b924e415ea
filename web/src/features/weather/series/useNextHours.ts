/** The next hours of a report. The array stays the same until the hour changes, so that nothing renders again every minute. */
import { use, useMemo } from 'react';
import {
  dataOf,
  type Hour,
  hourEnd,
  nextHours,
  type WeatherReport,
  withCurrent,
} from '../report.ts';
import { AlertPeriodsContext, alertIn } from './alertPeriods.ts';

export function useNextHours(report: WeatherReport, now: Date, count: number): Hour[] {
  const hourly = dataOf(report.hourly);
  const current = dataOf(report.current);
  const periods = use(AlertPeriodsContext);
  // Not the wall clock's hour: in zones that are offset by thirty minutes the provider's hours start at half past.
  const currentHour = hourly?.time.find((time) => hourEnd({ time }) > now);
  return useMemo(() => {
    if (!hourly || !currentHour) return [];
    return nextHours(hourly, new Date(currentHour), count).map((hour) => ({
      ...withCurrent(hour, current),
      alert: alertIn(hour, periods),
    }));
  }, [hourly, current, currentHour, count, periods]);
}
