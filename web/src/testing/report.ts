/** Builds weather reports for tests: constant weather, with the changes a test needs. */
import type { Day, WeatherReport } from '../features/weather/report.ts';

const hourMs = 3_600_000;
/** Fewer than the server sends: enough for every rule, and fast to render. */
const hours = 26;

/** `from` is the start of the first hour. The numbers are round, so that tests can state them. */
export function buildReport(from: Date, change: Partial<WeatherReport> = {}): WeatherReport {
  const at = (hour: number) => new Date(from.getTime() + hour * hourMs).toISOString();
  const each = <T>(value: T) => Array.from({ length: hours }, () => value);
  return {
    place: { latitude: 52.52, longitude: 13.41, timezone: 'Europe/Berlin', elevation: 34 },
    source: {
      id: 'open-meteo',
      name: 'Open-Meteo',
      attribution: 'Weather data by Open-Meteo.com',
      url: 'https://open-meteo.com/',
      licence: 'CC BY 4.0',
      simulated: false,
      lacks: [],
    },
    fetched_at: at(0),
    fresh_until: at(0.25),
    current: {
      time: at(0),
      temperature_2m: 17.2,
      apparent_temperature: 15.4,
      relative_humidity_2m: 78,
      dew_point_2m: 13,
      precipitation: 0.4,
      precipitation_probability: 60,
      weather_code: 61,
      cloud_cover: 80,
      pressure_msl: 1012,
      pressure_trend: -1.4,
      visibility: 12_000,
      wind_speed_10m: 5,
      wind_direction_10m: 225,
      wind_gusts_10m: 10,
      uv_index: 2,
      is_day: true,
      current_weather_condition: 'light_rain',
      icon: null,
    },
    summary: { unavailable: 'not_provided_by_source' },
    hourly: {
      time: Array.from({ length: hours }, (_, hour) => at(hour)),
      step_hours: each(1),
      temperature_2m: Array.from({ length: hours }, (_, hour) => hour % 24),
      temperature_2m_p10: each(null),
      temperature_2m_p90: each(null),
      apparent_temperature: each(10),
      precipitation: each(0),
      precipitation_probability: each(20),
      snowfall: each(0),
      wind_speed_10m: each(5),
      wind_gusts_10m: each(10),
      wind_direction_10m: each(225),
      relative_humidity_2m: each(78),
      dew_point_2m: each(13),
      pressure_msl: each(1012),
      visibility: each(12_000),
      uv_index: each(2),
      cloud_cover: each(80),
      is_day: each(true),
      condition: each('partly_cloudy'),
      icon: each(null),
    },
    minutely_15: { unavailable: 'not_provided_by_source' },
    yesterday: null,
    measured: { unavailable: 'switched_off' },
    air: { unavailable: 'switched_off' },
    confidence: { unavailable: 'switched_off' },
    daily: { days: Array.from({ length: 15 }, (_, day) => buildDay(from, day)) },
    insights: { items: [] },
    alerts: { coverage: 'no_service', updated_at: null, items: [], unmatched: [] },
    ...change,
  };
}

/** The confidence of a day of `buildReport`: a high of 16° to 22°, a low of 10° to 12°. */
export function certain(): NonNullable<Day['confidence']> {
  return {
    temperature_2m_max: { p10: 16, p90: 22 },
    temperature_2m_min: { p10: 10, p90: 12 },
    precipitation_sum: {
      p10: 0,
      p50: 2,
      p90: 8,
      chances: [0.2, 1, 5, 10].map((amount) => ({ amount, probability: 60 })),
    },
    wind_speed_10m_max: { p10: 6, p90: 11 },
    temperature: 'uncertain',
    rain: 'likely_amount_uncertain',
  };
}

function buildDay(from: Date, day: number) {
  const at = (hour: number) => new Date(from.getTime() + (day * 24 + hour) * hourMs).toISOString();
  return {
    date: at(0).slice(0, 10),
    unavailable: null,
    condition: 'rain_showers' as const,
    icon: null,
    temperature_2m_max: 19,
    temperature_2m_mean: 15,
    temperature_2m_min: 11,
    apparent_temperature_max: 18,
    apparent_temperature_min: 9,
    precipitation_sum: 2,
    precipitation_probability_max: 85,
    snowfall_sum: 0,
    wind_speed_10m_max: 8,
    wind_gusts_10m_max: 12,
    wind_direction_10m_dominant: 225,
    uv_index_max: 3,
    confidence: null,
    normal: null,
    sun: {
      sunrise: at(6),
      sunset: at(17),
      solar_noon: at(11.5),
      daylight_seconds: 39_600,
      polar: 'none' as const,
    },
    moon: { phase: 0.25, name: 'first_quarter' as const, illumination: 0.5 },
    periods: { unavailable: 'not_provided_by_source' as const },
  };
}
