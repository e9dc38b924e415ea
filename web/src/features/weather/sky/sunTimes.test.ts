/** Twilight and the end of a polar night, against the equations of NOAA's solar calculator. */
import { expect, test } from 'vitest';
import { minuteMs } from '../../../units/durations.ts';
import { dayAfterPolar, twilight } from './sunTimes.ts';

const minutesBetween = (one: Date | undefined, other: string) =>
  Math.abs((one?.getTime() ?? Number.NaN) - Date.parse(other)) / minuteMs;

// NOAA for 52.52° N, 13.41° E: solar noon 10:51.3, civil twilight 05:53.6 to 15:49.0 UTC.
test('civil twilight in Berlin in November', () => {
  const found = twilight(new Date('2026-11-17T10:51:18Z'), 52.52);
  expect(minutesBetween(found?.dawn, '2026-11-17T05:53:36Z')).toBeLessThan(1.5);
  expect(minutesBetween(found?.dusk, '2026-11-17T15:49:00Z')).toBeLessThan(1.5);
});

test('in a northern summer the light never ends', () => {
  expect(twilight(new Date('2026-06-21T11:10:00Z'), 65)).toBeNull();
});

// NOAA for 78.22° N, 15.65° E: the first sunrise of 2027 is on 16 February.
test('the sun returns to Longyearbyen in the middle of February', () => {
  const back = dayAfterPolar(new Date('2026-11-17T10:42:00Z'), 78.22);
  expect(back?.toISOString().slice(0, 10)).toMatch(/^2027-02-1[567]$/);
});
