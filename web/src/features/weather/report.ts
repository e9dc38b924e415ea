/** The types of the weather report, and access to its sections and hours. */
import type { components } from '../../api/schema.d.ts';
import type { AlertLevel } from '../../ui/status/alertLevel.ts';
import { hourMs } from '../../units/durations.ts';

type Schemas = components['schemas'];
export type WeatherReport = Schemas['WeatherReport'];
export type Unavailable = Schemas['Unavailable'];
export type Condition = Schemas['Condition'];
export type Hourly = Exclude<WeatherReport['hourly'], Unavailable>;
export type Current = Exclude<WeatherReport['current'], Unavailable>;
export type Measured = Exclude<WeatherReport['measured'], Unavailable>;
type Daily = Exclude<WeatherReport['daily'], Unavailable>;
export type Day = Daily['days'][number];
type Summary = Exclude<WeatherReport['summary'], Unavailable>;
export type Insight = Exclude<WeatherReport['insights'], Unavailable>['items'][number];
export type Parameter = Summary['parameters'][string];

/** The data of a section, or null when the provider does not have it or it is not one. */
export function dataOf<T extends object>(section: T | Unavailable): T | null {
  return section instanceof Object && !('unavailable' in section) ? section : null;
}

export interface Hour {
  time: string;
  /** Hours that one value of the source covers: 1, or 3 or 6 further ahead. */
  stepHours: number;
  temperature: number | null;
  feelsLike: number | null;
  precipitation: number | null;
  precipitationProbability: number | null;
  windSpeed: number | null;
  windGusts: number | null;
  condition: Condition | null;
  isDay: boolean;
  /** The hour that contains now. */
  isNow: boolean;
  /** The most severe alert in force in this hour. */
  alert: HourAlert | null;
}

/** An alert as far as the hours show it. */
export interface HourAlert {
  level: AlertLevel;
  /** What it is about, with its severity in words. */
  label: string;
}

/** The next `count` hours, starting with the current one: the parallel arrays of the report as rows. */
export function nextHours(hourly: Hourly, now: Date, count: number): Hour[] {
  const first = hourly.time.findIndex((time) => Date.parse(time) + hourMs > now.getTime());
  if (first < 0) return [];
  return hourly.time.slice(first, first + count).map((time, offset) => {
    const index = first + offset;
    return {
      time,
      stepHours: hourly.step_hours[index] ?? 1,
      temperature: hourly.temperature_2m[index] ?? null,
      feelsLike: hourly.apparent_temperature[index] ?? null,
      precipitation: hourly.precipitation[index] ?? null,
      precipitationProbability: hourly.precipitation_probability[index] ?? null,
      windSpeed: hourly.wind_speed_10m[index] ?? null,
      windGusts: hourly.wind_gusts_10m[index] ?? null,
      condition: hourly.condition[index] ?? null,
      isDay: hourly.is_day[index] ?? true,
      isNow: offset === 0,
      alert: null,
    };
  });
}

/**
 * The current hour with the values of the headline, so that the page never shows two temperatures for now. A report that
 * is older than this hour keeps the forecast of the hour.
 */
export function withCurrent(hour: Hour, current: Current | null): Hour {
  if (!current || !hour.isNow || !isWithin(hour, Date.parse(current.time))) return hour;
  return {
    ...hour,
    temperature: current.temperature_2m ?? hour.temperature,
    feelsLike: current.apparent_temperature ?? hour.feelsLike,
    windSpeed: current.wind_speed_10m ?? hour.windSpeed,
    windGusts: current.wind_gusts_10m ?? hour.windGusts,
    condition: current.current_weather_condition ?? hour.condition,
    isDay: current.is_day,
  };
}

function isWithin(hour: Hour, moment: number): boolean {
  return moment >= Date.parse(hour.time) && moment < hourEnd(hour).getTime();
}

/** Identifies the step of the source that an hour belongs to: longer ones begin at multiples of their length in UTC. */
export function stepOf({ time, stepHours }: Pick<Hour, 'time' | 'stepHours'>): number {
  return Math.floor(Date.parse(time) / (hourMs * stepHours));
}

/** What falls in the whole step of an hour: the report divides it evenly among its hours. */
export function stepAmount({
  precipitation,
  stepHours,
}: Pick<Hour, 'precipitation' | 'stepHours'>): number | null {
  return precipitation === null ? null : precipitation * stepHours;
}

export function hourEnd(hour: Pick<Hour, 'time'>): Date {
  return new Date(Date.parse(hour.time) + hourMs);
}
