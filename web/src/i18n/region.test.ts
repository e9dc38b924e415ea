/** The region of a browser. */
import { expect, test } from 'vitest';
import { regionOf } from './region.ts';

// [B8]
test.each([
  [['en-US', 'en'], 'US'],
  [['de', 'de-AT'], 'AT'],
  [['tr-TR', 'tr', 'en-US'], 'TR'],
  [['zh-Hant-TW'], 'TW'],
  [['en-gb'], 'GB'],
  [['en'], null],
  [['es-419'], null],
  [[], null],
])('%j is in %s', (languages, region) => {
  expect(regionOf(languages)).toBe(region);
});
