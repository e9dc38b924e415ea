/** The units of regions. Expected values: CLDR 45, unitPreferenceData. */
import { expect, test } from 'vitest';
import { unitsOfRegion, unusualUnits } from './regionUnits.ts';

// [B8]
test.each([
  ['US', ['fahrenheit', 'mph']],
  ['GB', ['mph']],
  ['DE', ['km/h']],
  ['TR', ['km/h']],
  ['FR', ['km/h']],
  ['BS', ['fahrenheit', 'km/h']],
  ['RU', ['mmHg']],
  ['SE', []],
])('in %s the question names %j', (region, units) => {
  expect(unusualUnits(region)).toEqual(units);
});

test('only the United States use the whole imperial system', () => {
  expect(unitsOfRegion('US').unitSystem).toBe('imperial');
  expect(unitsOfRegion('GB').unitSystem).toBe('metric');
});
