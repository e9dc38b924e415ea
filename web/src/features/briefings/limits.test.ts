/** The numbers of thresholds: round in the user's units, metric where they are stored. */
import { expect, test } from 'vitest';
import { defaultUnits } from '../../storage/values.ts';
import { choicesOf } from './limits.ts';

test('a number that is round in the unit of the user is stored in metres per second', () => {
  const forty = choicesOf('wind', { ...defaultUnits, windSpeed: 'km/h' }, null).find(
    ({ shown }) => shown === 40,
  );
  expect(forty?.value).toBeCloseTo(11.111, 3);
  const miles = choicesOf('wind', { ...defaultUnits, windSpeed: 'mph' }, null).find(
    ({ shown }) => shown === 25,
  );
  // 25 miles of 1609.344 m in 3600 s.
  expect(miles?.value).toBeCloseTo(11.176, 3);
  const heat = choicesOf('heat', { ...defaultUnits, temperature: 'fahrenheit' }, null).find(
    ({ shown }) => shown === 95,
  );
  expect(heat?.value).toBeCloseTo(35, 6);
});

test('what was stored in another unit stays among the choices', () => {
  const choices = choicesOf('wind', { ...defaultUnits, windSpeed: 'mph' }, 40 / 3.6);
  const stored = choices.filter(({ value }) => Math.abs(value - 40 / 3.6) < 0.001);
  expect(stored).toEqual([{ value: 40 / 3.6, shown: 25 }]);
  expect(choices.filter(({ shown }) => shown === 25)).toHaveLength(1);
});

test('over a force of Beaufort begins with the next one', () => {
  const five = choicesOf('wind', { ...defaultUnits, windSpeed: 'Bft' }, null).find(
    ({ shown }) => shown === 5,
  );
  // Force 6 begins at 10.8 m/s.
  expect(five && five.value > 10.7 && five.value < 10.8).toBe(true);
});
