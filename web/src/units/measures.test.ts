/** Conversions by published factors, and the format in each language. */
import { describe, expect, test } from 'vitest';
import { defaultUnits, type Units } from '../storage/values.ts';
import {
  distanceIn,
  precipitationIn,
  pressureIn,
  speedIn,
  temperatureDifferenceIn,
  temperatureIn,
} from './convert.ts';
import { createMeasures } from './measures.ts';

// NIST SP 811, appendix B.
test.each([
  ['water freezes', temperatureIn('fahrenheit', 0), 32],
  ['water boils', temperatureIn('fahrenheit', 100), 212],
  ['both scales meet', temperatureIn('fahrenheit', -40), -40],
  ['a difference only scales', temperatureDifferenceIn('fahrenheit', 10), 18],
  ['10\u00a0m/s in km/h', speedIn('km/h', 10), 36],
  ['one mile an hour', speedIn('mph', 0.44704), 1],
  ['an inch of rain', precipitationIn('inches', 25.4), 1],
  ['the standard atmosphere', pressureIn('inHg', 1013.25), 29.921],
  ['the standard atmosphere in mmHg', pressureIn('mmHg', 1013.25), 760],
  ['a knot', speedIn('kn', 0.514_444), 1],
  ['a mile', distanceIn('mi', 1609.344), 1],
  ['a kilometre', distanceIn('km', 1000), 1],
])('%s', (_name, value, expected) => {
  expect(value).toBeCloseTo(expected, 3);
});

// [B8] WMO No. 306, code table 1100: force 8 begins at 17.2 m/s.
test.each([
  [0.2, 0],
  [0.3, 1],
  [17.1, 7],
  [17.2, 8],
  [32.7, 12],
  [60, 12],
])('%f m/s is force %i', (metersPerSecond, force) => {
  expect(speedIn('Bft', metersPerSecond)).toBe(force);
});

const imperial: Units = {
  temperature: 'fahrenheit',
  precipitation: 'inches',
  windSpeed: 'mph',
  pressure: 'inHg',
  distance: 'mi',
  unitSystem: 'imperial',
  timeFormat: 'auto',
};

describe('formatted', () => {
  test('metric in English', () => {
    const measures = createMeasures(defaultUnits, 'en-GB');
    expect(measures.temperature(-0.4)).toBe('0°');
    expect(measures.temperature(17.5)).toBe('18°');
    expect(measures.speed(6.7)).toBe('7\u00a0m/s');
    expect(measures.precipitation(0.64)).toBe('0.6\u00a0mm');
    expect(measures.pressure(1012.4)).toBe('1,012\u00a0hPa');
    expect(measures.distance(12_000)).toBe('12\u00a0km');
    expect(measures.distance(800)).toBe('0.8\u00a0km');
    expect(measures.percent(60)).toBe('60%');
  });

  test('imperial in English', () => {
    const measures = createMeasures(imperial, 'en-GB');
    expect(measures.temperature(20)).toBe('68°');
    expect(measures.speed(10)).toBe('22\u00a0mph');
    expect(measures.precipitation(25.4)).toBe('1.00\u00a0in');
    expect(measures.pressure(1013.25)).toBe('29.92\u00a0inHg');
    expect(measures.snowfall(25.4)).toBe('10.0\u00a0in');
  });

  // [B8]
  test('units of sailors and of regions', () => {
    const sailor = { ...defaultUnits, windSpeed: 'kn', pressure: 'mmHg' } as const;
    expect(createMeasures(sailor, 'de-DE').speed(10)).toBe('19\u00a0kn');
    expect(createMeasures(sailor, 'tr-TR').pressure(1013.25)).toBe('760\u00a0mmHg');
    const beaufort = { ...defaultUnits, windSpeed: 'Bft' } as const;
    expect(createMeasures(beaufort, 'en-GB').speed(20)).toBe('8\u00a0Bft');
    expect(createMeasures(imperial, 'de-DE').speed(10)).toBe('22\u00a0mph');
  });

  test('metric in German and Turkish', () => {
    expect(createMeasures(defaultUnits, 'de-DE').precipitation(0.6)).toBe('0,6\u00a0mm');
    expect(createMeasures(defaultUnits, 'tr-TR').percent(60)).toBe('%60');
    const kilometers = { ...defaultUnits, windSpeed: 'km/h' as const };
    expect(createMeasures(kilometers, 'tr-TR').speed(10)).toBe('36\u00a0km/sa');
  });
});
