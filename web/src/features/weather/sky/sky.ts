/** How the sky looks for the current weather. */
import type { Condition, WeatherReport } from '../report.ts';
import { dataOf } from '../report.ts';
import { sunHeight } from './sunHeight.ts';

type SkyKind = 'clear' | 'cloud' | 'rain' | 'snow' | 'storm' | 'heat';
type SkyPhase = 'day' | 'dusk' | 'night';

export interface SkyLook {
  kind: SkyKind;
  phase: SkyPhase;
  /** Degrees above the horizon. */
  sunHeight: number;
  /** 0 new, 0.5 full. */
  moonPhase: number;
  clouds: 0 | 1 | 2 | 3 | 4;
  fall: 'rain' | 'snow' | null;
  /** How many drops or flakes. */
  intensity: 1 | 2 | 3;
  hasLightning: boolean;
  hasFog: boolean;
  /** m/s; the waves of the water grow with it. */
  windSpeed: number;
}

type Drawn = Pick<SkyLook, 'kind' | 'clouds'> &
  Partial<Pick<SkyLook, 'fall' | 'intensity' | 'hasLightning' | 'hasFog'>>;

const skies: Record<Condition, Drawn> = {
  clear_sky: { kind: 'clear', clouds: 0 },
  sunny: { kind: 'clear', clouds: 0 },
  mostly_clear: { kind: 'clear', clouds: 1 },
  partly_cloudy: { kind: 'clear', clouds: 2 },
  cloudy: { kind: 'cloud', clouds: 3 },
  overcast: { kind: 'cloud', clouds: 4 },
  mist: { kind: 'cloud', clouds: 1, hasFog: true },
  haze: { kind: 'cloud', clouds: 0, hasFog: true },
  fog: { kind: 'cloud', clouds: 2, hasFog: true },
  drizzle: { kind: 'rain', clouds: 3, fall: 'rain' },
  freezing_drizzle: { kind: 'rain', clouds: 3, fall: 'rain' },
  light_rain: { kind: 'rain', clouds: 3, fall: 'rain' },
  moderate_rain: { kind: 'rain', clouds: 4, fall: 'rain', intensity: 2 },
  heavy_rain: { kind: 'rain', clouds: 4, fall: 'rain', intensity: 3 },
  rain_showers: { kind: 'rain', clouds: 2, fall: 'rain', intensity: 2 },
  freezing_rain: { kind: 'rain', clouds: 4, fall: 'rain', intensity: 2 },
  sleet: { kind: 'snow', clouds: 4, fall: 'snow', intensity: 2 },
  light_snow: { kind: 'snow', clouds: 3, fall: 'snow' },
  moderate_snow: { kind: 'snow', clouds: 4, fall: 'snow', intensity: 2 },
  heavy_snow: { kind: 'snow', clouds: 4, fall: 'snow', intensity: 3 },
  snow_showers: { kind: 'snow', clouds: 2, fall: 'snow', intensity: 2 },
  blizzard: { kind: 'snow', clouds: 4, fall: 'snow', intensity: 3 },
  thunderstorm: { kind: 'storm', clouds: 3, fall: 'rain', intensity: 2, hasLightning: true },
  severe_thunderstorm: { kind: 'storm', clouds: 4, fall: 'rain', intensity: 3, hasLightning: true },
  hail: { kind: 'storm', clouds: 4, fall: 'snow', intensity: 2 },
  breezy: { kind: 'clear', clouds: 2 },
  windy: { kind: 'cloud', clouds: 3 },
  gale: { kind: 'storm', clouds: 3 },
  storm: { kind: 'storm', clouds: 4, fall: 'rain', intensity: 2 },
  hurricane: { kind: 'storm', clouds: 4, fall: 'rain', intensity: 3 },
  freezing: { kind: 'snow', clouds: 1 },
  frost: { kind: 'snow', clouds: 0 },
  scorching_heat: { kind: 'heat', clouds: 0 },
};

/** Civil twilight: the sun is between 6° below and 6° above the horizon. */
const twilightDegrees = 6;

/** Null while the weather is not known. */
export function skyOf(report: WeatherReport | undefined, now: Date): SkyLook | null {
  const current = report && dataOf(report.current);
  const today = report && dataOf(report.daily)?.days?.[0];
  if (!current) return null;
  const height = today
    ? sunHeight(now, new Date(today.sun.solar_noon), report.place.latitude)
    : (twilightDegrees + 1) * (current.is_day ? 1 : -1);
  return {
    fall: null,
    intensity: 1,
    hasLightning: false,
    hasFog: false,
    ...(current.current_weather_condition
      ? skies[current.current_weather_condition]
      : { kind: 'cloud', clouds: 2 }),
    phase: phaseOf(height),
    sunHeight: height,
    moonPhase: today ? moonSeenFrom(report.place.latitude, today.moon.phase) : 0.25,
    windSpeed: current.wind_speed_10m ?? 0,
  };
}

/** South of the equator the moon appears mirrored, so the mirrored phase is drawn. */
export function moonSeenFrom(latitude: number, phase: number): number {
  return latitude < 0 ? 1 - phase : phase;
}

function phaseOf(height: number): SkyPhase {
  if (height > twilightDegrees) return 'day';
  return height < -twilightDegrees ? 'night' : 'dusk';
}

const morning = 7;
const evening = 19;

/** A clear sky for a page without a place, by the hour of the visitor's clock. */
export function defaultSky(hour: number): SkyLook {
  const isDay = hour >= morning && hour < evening;
  return {
    kind: 'clear',
    phase: isDay ? 'day' : 'night',
    sunHeight: 45,
    moonPhase: 0.15,
    clouds: 1,
    fall: null,
    intensity: 1,
    hasLightning: false,
    hasFog: false,
    windSpeed: 3,
  };
}
