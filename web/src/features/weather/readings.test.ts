/** Words for single readings, at their borders. */
import { expect, test } from 'vitest';
import { compassPoint, hoursAndMinutes, pressureTrend, uvLevel } from './readings.ts';
import { rangeOnScale, temperatureColor } from './temperatureScale.ts';

test.each([
  [0, 'n'],
  [22, 'n'],
  [23, 'ne'],
  [180, 's'],
  [247, 'sw'],
  [338, 'n'],
  [360, 'n'],
])('wind from %i degrees comes from %s', (degrees, point) => {
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

test('daylight in hours and minutes', () => {
  expect(hoursAndMinutes(31_500)).toEqual({ hours: 8, minutes: 45 });
});

test('a colder day never has a warmer colour', () => {
  const steps = [-30, -5, 4, 12, 18, 24, 31, 45].map((celsius) =>
    Number(/\d/.exec(temperatureColor(celsius))?.[0]),
  );
  expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 7]);
});

test('ranges lie on the scale all days share', () => {
  expect(rangeOnScale([10, 20], [0, 20])).toEqual({ start: 50, width: 50 });
  expect(rangeOnScale([5, 5], [5, 5])).toEqual({ start: 0, width: 0 });
});
