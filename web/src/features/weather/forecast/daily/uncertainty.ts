/** The uncertainty of a day's temperatures, which grows with the lead time. The table is Halcyon's own estimate, not a measurement. */
import type { Day, Hourly } from '../../report.ts';

/** °C by days ahead, today first. The error grows quickly in the medium range and levels out near the climatological spread. */
const typicalErrorCelsius = [
  1, 1.2, 1.4, 1.7, 2, 2.3, 2.7, 3, 3.3, 3.5, 3.7, 3.9, 4, 4.1, 4.2,
] as const;

export interface Uncertainty {
  low: number;
  high: number;
  /** From our table, or the provider's own 10th to 90th percentile. */
  origin: 'typicalError' | 'percentiles';
}

export function uncertaintyOf(
  day: Day,
  daysAhead: number,
  hourly: Hourly | null,
  timeZone: string,
): Uncertainty | null {
  const { temperature_2m_min: low, temperature_2m_max: high } = day;
  if (low === null || high === null) return null;
  const percentiles = hourly && percentilesOf(day.date, hourly, timeZone);
  if (percentiles) {
    return {
      low: Math.min(percentiles.low, low),
      high: Math.max(percentiles.high, high),
      origin: 'percentiles',
    };
  }
  const error = typicalErrorCelsius[daysAhead] ?? typicalErrorCelsius.at(-1) ?? 0;
  return { low: low - error, high: high + error, origin: 'typicalError' };
}

const minHoursWithPercentiles = 18;

/** Null unless the provider sends percentiles for most hours of the day. */
function percentilesOf(
  date: string,
  hourly: Hourly,
  timeZone: string,
): { low: number; high: number } | null {
  if (hourly.temperature_2m_p10.every((value) => value === null)) return null;
  const lows: number[] = [];
  const highs: number[] = [];
  for (const [index, localDay] of localDaysOf(hourly, timeZone).entries()) {
    const low = hourly.temperature_2m_p10[index] ?? null;
    const high = hourly.temperature_2m_p90[index] ?? null;
    if (low === null || high === null || localDay !== date) continue;
    lows.push(low);
    highs.push(high);
  }
  if (lows.length < minHoursWithPercentiles) return null;
  return { low: Math.min(...lows), high: Math.max(...highs) };
}

const localDaysCache = new WeakMap<Hourly, string[]>();

/** The calendar day of each hour at the place. Cached, because all fifteen days need the same hours. */
function localDaysOf(hourly: Hourly, timeZone: string): string[] {
  const known = localDaysCache.get(hourly);
  if (known) return known;
  const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const days = hourly.time.map((time) => localDay.format(new Date(time)));
  localDaysCache.set(hourly, days);
  return days;
}
