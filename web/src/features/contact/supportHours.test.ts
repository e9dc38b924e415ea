/** Support hours in Berlin, in summer, in winter and on the days of clock changes. */
import { expect, test } from 'vitest';
import { supportHours } from './supportHours.ts';

// [R2.07, R9.01]
test.each([
  // Berlin is two hours ahead of UTC in summer, one in winter.
  ['2026-07-15T07:00:00Z', true],
  ['2026-07-15T06:59:59Z', false],
  ['2026-07-15T14:59:59Z', true],
  ['2026-07-15T15:00:00Z', false],
  ['2026-01-14T08:00:00Z', true],
  ['2026-01-14T07:59:59Z', false],
  ['2026-01-17T10:00:00Z', false],
  ['2026-01-18T10:00:00Z', false],
  // Still Sunday in America, but Monday morning in Berlin.
  ['2026-01-19T08:30:00Z', true],
])('at %s support is open: %s', (now, isOpen) => {
  expect(supportHours(new Date(now)).isOpen).toBe(isOpen);
});

test.each([
  ['2026-07-15T20:00:00Z', '2026-07-15T07:00:00.000Z', '2026-07-15T15:00:00.000Z'],
  ['2026-01-14T23:30:00Z', '2026-01-15T08:00:00.000Z', '2026-01-15T16:00:00.000Z'],
  // The clocks go forward and back on these Sundays.
  ['2026-03-29T12:00:00Z', '2026-03-29T07:00:00.000Z', '2026-03-29T15:00:00.000Z'],
  ['2026-10-25T12:00:00Z', '2026-10-25T08:00:00.000Z', '2026-10-25T16:00:00.000Z'],
])('the day of %s opens at %s', (now, from, until) => {
  const hours = supportHours(new Date(now));
  expect([hours.from.toISOString(), hours.until.toISOString()]).toEqual([from, until]);
});
