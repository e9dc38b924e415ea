/** The types of the weather report, and access to its sections and hours. */
import type { components } from '../../api/schema.d.ts';
import { hourMs } from '../../units/durations.ts';

type Schemas = components['schemas'];
export type WeatherReport = Schemas['WeatherReport'];
export type Unavailable = Schemas['Unavailable'];
export type Condition = Schemas['Condition'];
export type Hourly = Exclude<WeatherReport['hourly'], Unavailable>;
export type Current = Exclude<WeatherReport['current'], Unavailable>;
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
  temperature: number | null;
  feelsLike: number | null;
  precipitation: number | null;
  precipitationProbability: number | null;
  windSpeed: number | null;
  windGusts: number | null;
  condition: Condition | null;
  isDay: boolean;
}

/** The next `count` hours, starting with the current one: the parallel arrays of the report as rows. */
export function nextHours(hourly: Hourly, now: Date, count: number): Hour[] {
  const first = hourly.time.findIndex((time) => Date.parse(time) + hourMs > now.getTime());
  if (first < 0) return [];
  return hourly.time.slice(first, first + count).map((time, offset) => {
    const index = first + offset;
    return {
      time,
      temperature: hourly.temperature_2m[index] ?? null,
      feelsLike: hourly.apparent_temperature[index] ?? null,
      precipitation: hourly.precipitation[index] ?? null,
      precipitationProbability: hourly.precipitation_probability[index] ?? null,
      windSpeed: hourly.wind_speed_10m[index] ?? null,
      windGusts: hourly.wind_gusts_10m[index] ?? null,
      condition: hourly.condition[index] ?? null,
      isDay: hourly.is_day[index] ?? true,
    };
  });
}

export function hourEnd(hour: Pick<Hour, 'time'>): Date {
  return new Date(Date.parse(hour.time) + hourMs);
}
