/** The long texts have the same structure in all languages, and the privacy policy lists everything that is stored. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages } from '../../i18n/language.ts';
import {
  appleUserKey,
  fallbackTokenKey,
  offlineReportsCache,
  settingsCopyKey,
  storedKeys,
} from '../../storage/keys.ts';
import { pageCookies } from '../../storage/preferenceCookies.ts';
import type { Block, InfoText } from './document.ts';

const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const document = (name: string, language: string): InfoText =>
  JSON.parse(read(`locales/documents/${name}.${language}.json`));

describe.each(['privacy', 'terms', 'about', 'help', 'accessibility'])('%s', (name) => {
  const shape = ({ effective, sections }: InfoText) => ({
    hasDate: effective !== undefined,
    sections: sections.map(({ id, blocks }) => [id, blocks.map(blockShape)]),
  });

  test.each(languages)('has the same sections in %s, and none is empty', (language) => {
    const text = document(name, language);
    expect(shape(text)).toEqual(shape(document(name, 'en')));
    expect(JSON.stringify(text)).not.toMatch(/"\s*"/);
  });
});

/** The tables of a database after all migrations. */
function tablesAfter(folder: string): string[] {
  const tables = new Set<string>();
  const change = /(create|drop) table (\w+)|alter table (\w+) rename to (\w+)/g;
  for (const file of readdirSync(join(root, folder)).sort()) {
    for (const [, verb, table = '', before = '', after = ''] of read(`${folder}/${file}`).matchAll(
      change,
    )) {
      tables.delete(verb ? table : before);
      if (verb !== 'drop') tables.add(verb ? table : after);
    }
  }
  return [...tables];
}

function blockShape({ text, list, entries }: Block) {
  return [text !== undefined, list?.length ?? 0, entries?.map(({ link }) => link ?? '') ?? []];
}

// [R2.08, R9.01]
test.each([
  ['privacy', 'en', 'Effective 12 May 2024'],
  ['privacy', 'de', 'Gültig ab 12. Mai 2024'],
  ['privacy', 'tr', 'Yürürlük tarihi: 12 Mayıs 2024'],
  ['terms', 'en', 'Effective May 2025'],
  ['terms', 'de', 'Gültig ab Mai 2025'],
  ['terms', 'tr', 'Yürürlük: Mayıs 2025'],
])('%s in %s has its effective date', (name, language, effective) => {
  expect(document(name, language).effective).toBe(effective);
});

// [R2.08, R5.11]
test.each(languages)('the terms in %s name one law and the minimum age', (language) => {
  const { sections } = document('terms', language);
  const section = (id: string) => JSON.stringify(sections.find((one) => one.id === id));
  expect(section('law')).toContain('Delaware');
  expect(section('age')).toContain('13');
});

describe.each(languages)('the privacy policy in %s names', (language) => {
  const named = (id: string) =>
    document('privacy', language)
      .sections.filter((section) => section.id === id)
      .flatMap(({ blocks }) => blocks.flatMap(({ entries = [] }) => entries))
      .map(({ name }) => name)
      .sort();

  test('every table with personal data, and none that does not exist', () => {
    /** Weather, alerts, quotas, counts and the leases of jobs are not personal data. */
    const impersonal = [
      'alert_cells',
      'alert_feeds',
      'alert_links',
      'alert_zones',
      'alerts',
      'job_leases',
      'schema_support',
      'totals',
      'vapid_keys',
      'weather_accuracy',
      'weather_accuracy_totals',
      'weather_air',
      'weather_quota',
      'weather_ensembles',
      'weather_grids',
      'weather_normals',
      'weather_snapshots',
    ];
    const tables = tablesAfter('server/migrations/sqlite');
    expect(named('tables')).toEqual(tables.filter((name) => !impersonal.includes(name)).sort());
  });

  test('every cookie, and none that does not exist', () => {
    const code = sources('server/src', /\.rs$/).map(read).join('\n');
    const all = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, name]) => name ?? '');
    const constant = (name: string) => all(new RegExp(`${name}: &str = "(\\w+)"`, 'g'));
    /** Session cookies are constants, redirect cookies are named by provider, and the others are found where they are built. */
    const cookies = [
      ...['ACCESS', 'ACCESS_CSRF', 'REFRESH', 'REFRESH_CSRF'].flatMap((name) =>
        constant(`pub const ${name}`),
      ),
      ...all(/=> "(\w+_state)"/g),
      ...all(/Cookie::build\(\(([A-Z_]+),/g).flatMap(constant),
    ];
    expect(cookies.length).toBeGreaterThan(4);
    const readByServer = ['const APPEARANCE', 'const LAST_PLACE'].flatMap(constant);
    expect(readByServer).toEqual([...pageCookies]);
    cookies.push(...pageCookies);
    expect(named('cookies')).toEqual([...new Set(cookies)].sort());
  });

  test('every entry in the browser’s storage, and none that does not exist', () => {
    const keys = Object.values(storedKeys).map(({ name }) => name);
    const caches = [offlineReportsCache, workerCache()];
    expect(named('storage')).toEqual(
      [...keys, ...caches, settingsCopyKey, fallbackTokenKey, appleUserKey].sort(),
    );
  });
});

test('only the listed files write to the browser’s storage', () => {
  const writers = sources('web/src', /(?<!\.test)\.tsx?$/).filter((file) =>
    /(localStorage|sessionStorage)\.setItem|document\.cookie =|indexedDB|caches\.open/.test(
      read(file),
    ),
  );
  expect(writers.sort()).toEqual(storageWriters);
});

/** Each writes keys of `storage/keys.ts` or the cookies of `storage/preferenceCookies.ts` alone. */
const storageWriters = [
  'web/src/api/session/credentials.ts',
  'web/src/app/offline/reportCache.ts',
  'web/src/features/accounts/providers/apple.ts',
  'web/src/storage/preferenceCookies.ts',
  'web/src/storage/store.ts',
  'web/src/worker/caching.ts',
];

/** The worker's own cache, which has the version behind its name. */
function workerCache(): string {
  const [, name = ''] = /cachePrefix = '([\w-]+)-'/.exec(read('web/src/worker/caching.ts')) ?? [];
  return name;
}

function sources(folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file) && !file.startsWith('testing/'))
    .map((file) => `${folder}/${file}`);
}
