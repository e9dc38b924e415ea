/** What the manifests of the web app point to exists, because stores and browsers skip in silence what they do not find. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages } from '../src/i18n/language.ts';
import { paths } from '../src/paths.ts';
import { manifestOf } from './manifests.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../public', path));

/** The size in the first frame header of a JPEG file (ITU-T T.81, B.2.2). */
function sizeOfJpeg(file: Buffer): string {
  const startOfImage = 2;
  for (let at = startOfImage; at < file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt16BE(at);
    const isFrame = marker === 0xffc0 || marker === 0xffc2;
    if (isFrame) return `${file.readUInt16BE(at + 7)}x${file.readUInt16BE(at + 5)}`;
  }
  throw new Error('the file has no frame');
}

/** The size in the header of a PNG file (RFC 2083, 4.1.1). */
const sizeOfPng = (file: Buffer) => `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;

describe.each(languages)('the manifest in %s', (language) => {
  const { icons, screenshots, shortcuts } = manifestOf(language);

  test('has screenshots of the stated sizes for phone and desk', () => {
    expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'wide']);
    for (const { src, sizes } of screenshots)
      expect([src, sizeOfJpeg(read(src))]).toEqual([src, sizes]);
  });

  test('has icons of the stated sizes', () => {
    const all = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
    for (const { src, sizes } of all) expect([src, sizeOfPng(read(src))]).toEqual([src, sizes]);
  });

  test('has shortcuts to pages of the app', () => {
    const known: string[] = Object.values(paths);
    const targets = shortcuts.map(({ url }) => new URL(url, 'https://halcyon.invalid').pathname);
    expect(targets.filter((path) => !known.includes(path))).toEqual([]);
    expect(shortcuts.map(({ name }) => name)).not.toContain('');
  });

  test('has a text for each picture and shortcut, of its own language', () => {
    const texts = (of: string) => {
      const manifest = manifestOf(of);
      const pictures = manifest.screenshots.map(({ label }) => label);
      return [...pictures, ...manifest.shortcuts.map(({ name }) => name)];
    };
    const others = languages.filter((other) => other !== language).flatMap(texts);
    for (const text of texts(language)) {
      expect(text).toBeTruthy();
      expect(others).not.toContain(text);
    }
  });
});
