/** The attributes of the root element: the script before the first paint and the app set the same. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AccessibilitySettings, defaultAccessibility } from '../../storage/accessibility.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { readAccessibility } from '../../storage/useAccessibility.ts';
import type { Theme } from '../../storage/values.ts';
import { applyAppearance } from './appearance.ts';

const script = readFileSync(join(import.meta.dirname, '../../../public/appearance.js'), 'utf8');

function attributes(root: HTMLElement): Record<string, string> {
  return Object.fromEntries(
    [...root.attributes]
      .filter(({ name }) => name.startsWith('data-'))
      .map(({ name, value }) => [name, value]),
  );
}

function clearRoot(): void {
  for (const name of Object.keys(attributes(document.documentElement))) {
    document.documentElement.removeAttribute(name);
  }
}

const settings: Array<[string, Theme, Partial<AccessibilitySettings>]> = [
  ['nothing chosen', 'system', {}],
  ['dark', 'dark', {}],
  ['high contrast', 'light', { highContrastMode: true }],
  ['still and large', 'system', { reducedMotion: true, fontSize: 'extra-large' }],
  ['another palette', 'dark', { colorBlindnessMode: 'tritanopia' }],
];

test.each(settings)(
  '%s looks the same before and after the app has started',
  (_name, theme, change) => {
    writeStored('theme', theme);
    writeStored('accessibility', change);
    clearRoot();
    new Function(script)();
    const before = attributes(document.documentElement);
    clearRoot();
    applyAppearance(document.documentElement, {
      theme: readStored('theme'),
      accessibility: readAccessibility(),
    });
    expect(before).toEqual(attributes(document.documentElement));
  },
);

test('each setting has its attribute', () => {
  applyAppearance(document.documentElement, {
    theme: 'dark',
    accessibility: {
      ...defaultAccessibility,
      highContrastMode: true,
      reducedMotion: true,
      fontSize: 'large',
      colorBlindnessMode: 'monochrome',
    },
  });
  expect(attributes(document.documentElement)).toEqual({
    'data-theme': 'dark',
    'data-contrast': 'high',
    'data-motion': 'reduced',
    'data-font-size': 'large',
    'data-color-vision': 'monochrome',
  });
});

describe('when the system prefers more contrast and less motion', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    clearRoot();
  });

  const look = () => {
    new Function(script)();
    const before = attributes(document.documentElement);
    applyAppearance(document.documentElement, {
      theme: 'system',
      accessibility: readAccessibility(),
    });
    expect(attributes(document.documentElement)).toEqual(before);
    return before;
  };

  // [R1.22]
  test('the page follows it, whatever other settings were chosen', () => {
    writeStored('accessibility', { fontSize: 'large' });
    expect(look()).toMatchObject({ 'data-contrast': 'high', 'data-motion': 'reduced' });
  });

  // [R1.22]
  test('the user’s own choice takes precedence', () => {
    writeStored('accessibility', { highContrastMode: false, reducedMotion: false });
    expect(look()).not.toHaveProperty('data-contrast');
    expect(look()).toMatchObject({ 'data-motion': 'full' });
  });
});
