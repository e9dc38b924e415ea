/** The levels of single readings, at their boundaries. */
import { expect, test } from 'vitest';
import { compassPoint } from '../../../units/compass.ts';
import { hoursAndMinutes, pressureTrend, uvLevel } from './readingLevels.ts';

test.each([
  [0, 'n'],
  [22, 'n'],
  [23, 'ne'],
  [180, 's'],
  [247, 'sw'],
  [338, 'n'],
  [360, 'n'],
])('wind from %i degrees is from %s', (degrees, point) => {
  expect(compassPoint(degrees)).toBe(point);
});

// WHO, Global Solar UV Index: low 0–2, moderate 3–5, high 6–7, very high 8–10, extreme 11+.
test.each([
  [0, 'low'],
  [2.4, 'low'],
  [2.5, 'moderate'],
  [5, 'moderate'],
  [6, 'high'],
  [8, 'veryHigh'],
  [10, 'veryHigh'],
  [11, 'extreme'],
])('a UV index of %d is %s', (index, level) => {
  expect(uvLevel(index)).toBe(level);
});

test.each([
  [0.4, 'steady'],
  [-0.4, 'steady'],
  [0.5, 'rising'],
  [-1.4, 'falling'],
])('a change of %d hPa is %s', (change, trend) => {
  expect(pressureTrend(change)).toBe(trend);
});

test('seconds become hours and minutes', () => {
  expect(hoursAndMinutes(31_500)).toEqual({ hours: 8, minutes: 45 });
});
