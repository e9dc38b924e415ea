/** Which language is detected, and which values are rejected. */
import { expect, test } from 'vitest';
import { detectLanguage, parseLanguage } from './language.ts';

// [R4.24]
test.each([
  ['the stored choice wins', { stored: 'tr', link: 'en', browser: ['de'], page: 'en' }, 'tr'],
  ['then a link that names one', { stored: null, link: 'tr', browser: ['de'], page: 'en' }, 'tr'],
  ['then the browser', { stored: null, link: null, browser: ['fr-FR', 'de-AT'], page: 'tr' }, 'de'],
  ['then the page', { stored: null, link: null, browser: ['fr'], page: 'tr' }, 'tr'],
  ['then English', { stored: 'xx', link: null, browser: [], page: '' }, 'en'],
])('%s', (_name, hints, language) => {
  expect(detectLanguage(hints)).toBe(language);
});

// [R5.10]
test.each([
  '<script>alert(1)</script>',
  'en"><img src=x>',
  'javascript:de',
  'de;alert(1)',
  'en-',
  'e',
  'deutsch-toolongsubtag',
  '../de',
  'en\n',
  7,
  null,
])('%j is rejected', (value) => {
  expect(parseLanguage(value)).toBeNull();
});

// [R5.10]
test.each([
  ['de-CH-1996', 'de'],
  ['EN', 'en'],
  ['tr-TR', 'tr'],
])('%s is %s', (value, language) => {
  expect(parseLanguage(value)).toBe(language);
});
