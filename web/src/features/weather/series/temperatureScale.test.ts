/** Temperatures as colours and as ranges on a shared scale. */
import { expect, test } from 'vitest';
import { rangeOnScale, temperatureColor } from './temperatureScale.ts';

test('the colour steps follow the temperature', () => {
  const steps = [-30, -5, 4, 12, 18, 24, 31, 45].map((celsius) =>
    Number(/\d/.exec(temperatureColor(celsius))?.[0]),
  );
  expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 7]);
});

test('a range is placed on the scale that all days share', () => {
  expect(rangeOnScale([10, 20], [0, 20])).toEqual({ start: 50, width: 50 });
  expect(rangeOnScale([5, 5], [5, 5])).toEqual({ start: 0, width: 0 });
});
