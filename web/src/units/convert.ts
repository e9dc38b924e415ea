/** Converts the API's metric values to the chosen units. */
import type { Units } from '../storage/values.ts';

const metersPerMile = 1609.344;
const secondsPerHour = 3600;
const millimetersPerInch = 25.4;
const hectopascalsPerInchOfMercury = 33.863_886_666_667;
const hectopascalsPerMillimeterOfMercury = 1.333_223_874_15;
const metersPerNauticalMile = 1852;
/** The lowest wind of the Beaufort forces 1 to 12, in m/s (WMO No. 306, code table 1100). */
const beaufortMetersPerSecond = [0.3, 1.6, 3.4, 5.5, 8, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7];

export function temperatureIn(unit: Units['temperature'], celsius: number): number {
  return unit === 'fahrenheit' ? celsius * 1.8 + 32 : celsius;
}

/** A difference has no zero point, so only the scale changes. */
export function temperatureDifferenceIn(unit: Units['temperature'], celsius: number): number {
  return unit === 'fahrenheit' ? celsius * 1.8 : celsius;
}

export function speedIn(unit: Units['windSpeed'], metersPerSecond: number): number {
  if (unit === 'km/h') return metersPerSecond * (secondsPerHour / 1000);
  if (unit === 'mph') return metersPerSecond * (secondsPerHour / metersPerMile);
  if (unit === 'kn') return metersPerSecond * (secondsPerHour / metersPerNauticalMile);
  if (unit === 'Bft') {
    return beaufortMetersPerSecond.filter((lowest) => metersPerSecond >= lowest).length;
  }
  return metersPerSecond;
}

export function precipitationIn(unit: Units['precipitation'], millimeters: number): number {
  return unit === 'inches' ? millimeters / millimetersPerInch : millimeters;
}

export function pressureIn(unit: Units['pressure'], hectopascals: number): number {
  if (unit === 'inHg') return hectopascals / hectopascalsPerInchOfMercury;
  return unit === 'mmHg' ? hectopascals / hectopascalsPerMillimeterOfMercury : hectopascals;
}

export function distanceIn(unit: Units['distance'], meters: number): number {
  return meters / (unit === 'mi' ? metersPerMile : 1000);
}
