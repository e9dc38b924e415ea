/** Times in the place's zone, relative ages, and numbers in each language. */
import { describe, expect, test } from 'vitest';
import { createFormats } from './formats.ts';

const noon = '2026-11-15T12:05:00Z';

test.each([
  ['Europe/Berlin', '13:05'],
  ['Asia/Kathmandu', '17:50'],
  ['America/New_York', '07:05'],
])('noon UTC in %s is %s', (zone, expected) => {
  expect(createFormats('en').time(noon, zone)).toBe(expected);
});

test.each([
  ['today', '2026-11-15T00:30:00Z', '01:30'],
  ['before midnight at the place, though today in UTC', '2026-11-14T22:59:00Z', 'Sat 23:59'],
  ['tomorrow', '2026-11-15T23:05:00Z', 'Mon 00:05'],
])('a time of another day has its weekday: %s', (_, at, expected) => {
  expect(createFormats('en').timeOrDay(at, 'Europe/Berlin', new Date(noon))).toBe(expected);
});

test.each([
  ['en', 'Mon', 'Monday 16 November', '1,234.5'],
  ['de', 'Mo', 'Montag, 16. November', '1.234,5'],
  ['tr', 'Pzt', '16 Kasım Pazartesi', '1.234,5'],
] as const)('days and numbers in %s', (language, short, long, number) => {
  const format = createFormats(language);
  expect(format.weekday('2026-11-16')).toBe(short);
  expect(format.longDay('2026-11-16')).toBe(long);
  expect(format.number(1234.5, 1)).toBe(number);
});

describe('ages', () => {
  const format = createFormats('en');
  const now = new Date(noon);
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  test.each([
    [4, '4 min ago'],
    [59, '59 min ago'],
    [60, '1 hr ago'],
    [1_440, 'yesterday'],
  ])('%i minutes', (minutes, expected) => {
    expect(format.age(ago(minutes), now)).toBe(expected);
  });

  test('with a clock that is slow, data is never from the future', () => {
    expect(format.age(ago(-5), now)).toBe('now');
  });
});

test('minus zero is shown as zero', () => {
  expect(createFormats('en').number(-0.4)).toBe('0');
});
