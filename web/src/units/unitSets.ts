/** The sets of units that an address names, as in `units=us`. The server reads them in `server/src/notification_settings`. */
import type { Units } from '../storage/values.ts';

export type UnitSet = 'metric' | 'kmh' | 'uk' | 'us';

/** The nearest set. */
export function unitSetOf({ temperature, windSpeed }: Units): UnitSet {
  if (temperature === 'fahrenheit') return 'us';
  if (windSpeed === 'mph') return 'uk';
  return windSpeed === 'km/h' ? 'kmh' : 'metric';
}
