/** Shortening of long place names. */
import { expect, test } from 'vitest';
import { nameLimits, shortName } from './shortName.ts';

// [R5.08]
test.each([
  ['Berlin', 15, 'Berlin'],
  ['Mitte, Berlin', 15, 'Mitte, Berlin'],
  ['Kreuzberg, Berlin, Germany', 15, 'Kreuzberg'],
  ['Kreuzberg, Berlin, Germany', 25, 'Kreuzberg, Berlin'],
  ['Llanfairpwllgwyngyll', 15, 'Llanfairpwllgwyngyll'],
  // Twelve grapheme clusters, fifteen code units.
  ['I\u0307zmir, C\u0327es\u0327me', 15, 'I\u0307zmir, C\u0327es\u0327me'],
  ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦 Park', 15, '👨‍👩‍👧‍👦👨‍👩‍👧‍👦 Park'],
  ['Fifteen letters', 15, 'Fifteen letters'],
  ['Oslo, fifteen ab', 15, 'Oslo'],
])('%s within %i is %s', (name, limit, expected) => {
  expect(shortName(name, limit)).toBe(expected);
});

// [R5.08]
test('rows hold fewer than 15 letters, headings fewer than 25', () => {
  expect(nameLimits).toEqual({ row: 15, heading: 25 });
});
