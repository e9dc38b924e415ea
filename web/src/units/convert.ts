/** Converts the API's metric values to the chosen units. */
import type { Units } from '../storage/values.ts';

const metersPerMile = 1609.344;
const secondsPerHour = 3600;
const millimetersPerInch = 25.4;
const hectopascalsPerInchOfMercury = 33.863_886_666_667;

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
  return metersPerSecond;
}

export function precipitationIn(unit: Units['precipitation'], millimeters: number): number {
  return unit === 'inches' ? millimeters / millimetersPerInch : millimeters;
}

export function pressureIn(unit: Units['pressure'], hectopascals: number): number {
  return unit === 'inHg' ? hectopascals / hectopascalsPerInchOfMercury : hectopascals;
}

export function distanceIn(unit: Units['distance'], meters: number): number {
  return meters / (unit === 'mi' ? metersPerMile : 1000);
}
