/** Which sky stands behind the present weather. */
import type { Condition } from './report.ts';

export type SkyKind = 'clear' | 'cloud' | 'rain' | 'snow' | 'storm' | 'heat';

const skies: Record<Condition, SkyKind> = {
  clear_sky: 'clear',
  sunny: 'clear',
  mostly_clear: 'clear',
  partly_cloudy: 'clear',
  cloudy: 'cloud',
  overcast: 'cloud',
  mist: 'cloud',
  fog: 'cloud',
  drizzle: 'rain',
  freezing_drizzle: 'rain',
  light_rain: 'rain',
  moderate_rain: 'rain',
  heavy_rain: 'rain',
  rain_showers: 'rain',
  freezing_rain: 'rain',
  sleet: 'snow',
  light_snow: 'snow',
  moderate_snow: 'snow',
  heavy_snow: 'snow',
  snow_showers: 'snow',
  blizzard: 'snow',
  thunderstorm: 'storm',
  severe_thunderstorm: 'storm',
  hail: 'storm',
  breezy: 'clear',
  windy: 'cloud',
  gale: 'storm',
  storm: 'storm',
  hurricane: 'storm',
  freezing: 'snow',
  frost: 'snow',
  scorching_heat: 'heat',
};

export function skyOf(
  condition: Condition | null,
  isDay: boolean,
): `${SkyKind}-${'day' | 'night'}` {
  return `${condition ? skies[condition] : 'cloud'}-${isDay ? 'day' : 'night'}`;
}
