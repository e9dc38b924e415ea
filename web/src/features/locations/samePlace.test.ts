/** When two pairs of coordinates count as one place. */
import { expect, test } from 'vitest';
import { isSamePlace } from './samePlace.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

// [R5.06, R9.01]
test.each([
  ['the same', at(52.52, 13.41), at(52.52, 13.41), true],
  ['just inside both ways', at(52.52, 13.41), at(52.529, 13.401), true],
  ['a hundredth north', at(52.52, 13.41), at(52.53, 13.41), false],
  ['a hundredth east', at(52.5, 13.41), at(52.5, 13.42), false],
  ['across the date line', at(-16.8, 179.996), at(-16.8, -179.998), true],
  ['across the date line but far', at(-16.8, 179.99), at(-16.8, -179.99), false],
])('%s', (_, a, b, isSame) => {
  expect(isSamePlace(a, b)).toBe(isSame);
  expect(isSamePlace(b, a)).toBe(isSame);
});
