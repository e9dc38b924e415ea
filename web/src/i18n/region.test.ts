/** The region of a browser. Expected values of bare languages: CLDR 45, likelySubtags. */
import { expect, test } from 'vitest';
import { regionOf } from './region.ts';

// [B8]
test.each<[string[], string | null]>([
  [['en-US', 'en'], 'US'],
  [['en-gb'], 'GB'],
  [['en-Latn-AU'], 'AU'],
  [['zh-Hant-TW'], 'TW'],
  [['de', 'de-AT'], 'AT'],
  [['tr-TR', 'tr', 'en-US'], 'TR'],
  [['en'], null],
  [['en', 'de-AT'], null],
  [['en-001'], null],
  [['not a tag'], null],
  [[], null],
])('%j is in %s', (languages, region) => {
  expect(regionOf(languages)).toBe(region);
});

// [B8]
test('the English that browsers add to other languages is no region', () => {
  expect(regionOf(['de', 'en-US', 'en'])).toBe('DE');
  expect(regionOf(['tr', 'en-US', 'en'])).toBe('TR');
  expect(regionOf(['pl', 'en-US', 'en'])).toBe('PL');
});
