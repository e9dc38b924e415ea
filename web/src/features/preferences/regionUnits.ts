/** The units that people of a region use for the weather. */
import { defaultUnits, type Units } from '../../storage/values.ts';

/**
 * CLDR 45, unitPreferenceData: temperature/weather, speed/wind, length/rainfall, pressure/baromtrc and length/visiblty.
 * Millibars are hectopascals, and rain in centimetres (Brazil) is not offered.
 */
const regions = {
  fahrenheit: ['BS', 'BZ', 'KY', 'PR', 'PW', 'US'],
  metersPerSecond: ['FI', 'KR', 'NO', 'PL', 'RU', 'SE'],
  milesPerHour: ['GB', 'US'],
  inches: ['US'],
  inchesOfMercury: ['US'],
  millimetersOfMercury: ['MX', 'RU'],
  miles: ['GB', 'US'],
} as const satisfies Record<string, readonly string[]>;

export function unitsOfRegion(region: string): Omit<Units, 'timeFormat'> {
  const isIn = (list: keyof typeof regions) =>
    (regions[list] as readonly string[]).includes(region);
  return {
    temperature: isIn('fahrenheit') ? 'fahrenheit' : 'celsius',
    precipitation: isIn('inches') ? 'inches' : 'mm',
    windSpeed: isIn('metersPerSecond') ? 'm/s' : isIn('milesPerHour') ? 'mph' : 'km/h',
    pressure: isIn('inchesOfMercury') ? 'inHg' : isIn('millimetersOfMercury') ? 'mmHg' : 'hPa',
    distance: isIn('miles') ? 'mi' : 'km',
    unitSystem: isIn('inches') ? 'imperial' : 'metric',
  };
}

/** The units by which people recognise their region: those that differ from the defaults, the others only without these. */
export function unusualUnits(region: string): Array<Units[keyof Units]> {
  const units = unitsOfRegion(region);
  const differing = (...keys: Array<keyof typeof units>) =>
    keys.filter((key) => units[key] !== defaultUnits[key]).map((key) => units[key]);
  const main = differing('temperature', 'windSpeed');
  return main.length > 0 ? main : differing('precipitation', 'pressure', 'distance');
}
