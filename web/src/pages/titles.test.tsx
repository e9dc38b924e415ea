/** The page keeps the title that the server has sent with it: a tab that changes its name while it loads looks broken. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Language, languages } from '../i18n/language.ts';
import { paths } from '../paths.ts';
import { renderApp } from '../testing/renderApp.tsx';

/** Each public page and its texts under `server.shell` (server/src/html/pages.rs). */
const pages = [
  [paths.home, 'home'],
  [paths.locations, 'locations'],
  [paths.login, 'login'],
  [paths.register, 'register'],
  [paths.accessibility, 'accessibility'],
  [paths.contact, 'contact'],
  [paths.help, 'help'],
  [paths.about, 'about'],
  [paths.privacy, 'privacy'],
  [paths.terms, 'terms'],
] as const;

function titleFromServer(language: Language, key: string): string {
  const file = join(import.meta.dirname, `../../../locales/${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8')).server.shell[key].title;
}

test.each(languages.flatMap((language) => pages.map(([path, key]) => ({ language, path, key }))))(
  'a visitor of $path in $language',
  async ({ language, path, key }) => {
    renderApp(path, { place: null, language });
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(document.title).toBe(titleFromServer(language, key)));
  },
);
