/** Times in the place's zone, relative ages, and numbers in each language. */
import { describe, expect, test, vi } from 'vitest';
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

// [B8] The clock, numbers and dates of a region, by CLDR 45.
test.each([
  ['en', 'US', '7:05\u00a0AM', '7\u00a0AM', 'Monday, November 16', 'Nov 16'],
  ['en', 'GB', '07:05', '07:00', 'Monday 16 November', '16 Nov'],
  ['en', 'TR', '07:05', '07:00', 'Monday 16 November', '16 Nov'],
  ['de', 'US', '07:05', '07:00', 'Montag, 16. November', '16. Nov.'],
  ['tr', 'TR', '07:05', '07:00', '16 Kasım Pazartesi', '16 Kas'],
] as const)('%s in the region %s', (language, region, time, hour, long, short) => {
  const format = createFormats(language, { region, timeFormat: 'auto' });
  expect(format.time(noon, 'America/New_York')).toBe(time);
  expect(format.fullHour('2026-11-15T12:00:00Z', 'America/New_York')).toBe(hour);
  expect(format.longDay('2026-11-16')).toBe(long);
  expect(format.shortDate('2026-11-16')).toBe(short);
});

// [B8]
test('numbers are written as in the region', () => {
  const swiss = createFormats('de', { region: 'CH', timeFormat: 'auto' });
  // The apostrophe changed in CLDR 48.
  expect(swiss.number(1234.5, 1)).toMatch(/^1['’]234\.5$/);
});

// [B8]
test('a chosen clock takes precedence over that of the region', () => {
  const twelve = createFormats('en', { region: 'GB', timeFormat: '12h' });
  expect(twelve.time('2026-11-15T00:05:00Z', 'UTC')).toBe('12:05\u00a0am');
  // Hours of a zone with a quarter of an hour are not full.
  expect(twelve.fullHour('2026-11-15T12:00:00Z', 'Asia/Kathmandu')).toBe('5:45\u00a0pm');
  const german = createFormats('de', { region: null, timeFormat: '12h' });
  expect(german.time(noon, 'UTC')).toBe('12:05\u00a0PM');
  const twentyFour = createFormats('en', { region: 'US', timeFormat: '24h' });
  expect(twentyFour.time('2026-11-15T00:05:00Z', 'UTC')).toBe('00:05');
  expect(twentyFour.fullHour('2026-11-15T18:00:00Z', 'UTC')).toBe('18:00');
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

// Each takes a slow phone some milliseconds at the start of a page.
test('no formatter is created before it is used', () => {
  const created = vi.spyOn(Intl, 'DateTimeFormat');
  const relative = vi.spyOn(Intl, 'RelativeTimeFormat');
  createFormats('en', { region: 'US', timeFormat: 'auto' });
  expect(created).not.toHaveBeenCalled();
  expect(relative).not.toHaveBeenCalled();
});

test.each([
  ['en', 'Germany'],
  ['de', 'Deutschland'],
  ['tr', 'Almanya'],
] as const)('countries have their name in %s, as CLDR has it', (language, name) => {
  expect(createFormats(language).country('DE')).toBe(name);
  expect(createFormats(language).country('ZY')).toBeNull();
});
