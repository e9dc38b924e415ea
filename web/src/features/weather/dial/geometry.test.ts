/** Geometry of the dial: where an hour is, and how long a bar is. */
import { expect, test } from 'vitest';
import { barLength, hourMiddle, hourUnder, pointAt, rings, temperatureRadius } from './geometry.ts';

test('the first hour begins at the top and time runs clockwise', () => {
  expect(pointAt(0, 100)).toEqual({ x: 180, y: 80 });
  expect(pointAt(90, 100).x).toBeCloseTo(280);
  expect(hourMiddle(0)).toBe(15);
});

test.each([
  [{ x: 185, y: 20 }, 0],
  [{ x: 340, y: 175 }, 2],
  [{ x: 340, y: 185 }, 3],
  [{ x: 185, y: 340 }, 5],
  [{ x: 175, y: 340 }, 6],
  [{ x: 20, y: 175 }, 9],
  [{ x: 175, y: 20 }, 11],
])('the point %j is on hour %i', (point, hour) => {
  expect(hourUnder(point)).toBe(hour);
});

test('a bar grows with the amount up to heavy rain, and has no length without precipitation', () => {
  const fullLength = rings.precipitation.outer - rings.precipitation.inner;
  expect(barLength(0)).toBe(0);
  expect(barLength(0.1)).toBeGreaterThan(3);
  expect(barLength(2)).toBeGreaterThan(barLength(1));
  expect(barLength(7.6)).toBe(fullLength);
  expect(barLength(50)).toBe(fullLength);
});

test('warmer hours reach further out, also within one colour', () => {
  const radiusOf = temperatureRadius([6, 8, 10]);
  expect(radiusOf(10)).toBe(rings.temperature.outer);
  expect(radiusOf(8)).toBeLessThan(radiusOf(10));
  expect(radiusOf(6)).toBeGreaterThan(rings.temperature.inner);
});

test('a day of equal temperatures is an even ring', () => {
  const radiusOf = temperatureRadius([7, 7, 7]);
  expect(radiusOf(7)).toBeLessThan(rings.temperature.outer);
});
