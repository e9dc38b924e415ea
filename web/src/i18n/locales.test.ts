/** The three locale files have the same keys and placeholders. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTranslation } from './I18n.tsx';
import { languages } from './language.ts';
import type { Texts } from './texts.ts';

const read = (language: string): Texts =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../locales/${language}.json`), 'utf8'));

function leaves(texts: Texts, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    const at = path ? `${path}.${key}` : key;
    if (typeof value === 'string') found.set(at, value);
    else for (const [inner, text] of leaves(value, at)) found.set(inner, text);
  }
  return found;
}

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const english = leaves(read('en'));

// [R8.07]
describe.each(languages)('%s', (language) => {
  const texts = leaves(read(language));

  test('has all keys and no others', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('has the same placeholders', () => {
    for (const [key, text] of texts) {
      expect([key, gaps(text)]).toEqual([key, gaps(english.get(key) ?? '')]);
    }
  });

  test('has no empty text', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});

test('Turkish attaches no suffix to a place', () => {
  const turkish = leaves(read('tr'));
  const inflected = [...turkish].filter(([, text]) => /\{place\}['’]?\p{L}/u.test(text));
  expect(inflected).toEqual([]);
});

test('a plural uses the form of its language', () => {
  const { web } = read('en') as { web: Texts };
  const { t } = createTranslation({ language: 'en', texts: web });
  expect(t('fallback.app.countdown', { count: 1 })).toBe('The app reloads in 1 second.');
  expect(t('fallback.app.countdown', { count: 10 })).toBe('The app reloads in 10 seconds.');
});
