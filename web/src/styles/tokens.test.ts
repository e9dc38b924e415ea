/** Computes the contrast of every pair of adjacent colours in every theme and palette, from the token files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifestOf } from '../../build/manifests.ts';
import { combinations, readStyle, resolveTokens, type Tokens } from '../testing/tokens.ts';

const tokens = readStyle('tokens.css');

/** Text colour and background. */
const textPairs: Array<[string, string]> = [
  ...['ground', 'surface', 'sunken', 'selected'].flatMap(
    (ground): Array<[string, string]> => [
      ['color-text', `color-${ground}`],
      ['color-text-muted', `color-${ground}`],
      ['color-accent-strong', `color-${ground}`],
    ],
  ),
  ['color-accent', 'color-surface'],
  ['color-accent', 'color-ground'],
  ['color-danger', 'color-surface'],
  ['color-surface', 'color-danger'],
  ['color-success', 'color-surface'],
  ['color-on-accent', 'color-accent'],
  ['color-on-accent', 'color-accent-strong'],
  ['color-on-toast', 'color-toast'],
  ['color-toast-accent', 'color-toast'],
  ['color-info', 'color-info-ground'],
  ['color-moderate', 'color-moderate-ground'],
  ['color-severe', 'color-severe-ground'],
  ['color-extreme', 'color-extreme-ground'],
  ['color-moderate', 'color-ground'],
  ...skyNames().map((name): [string, string] => ['color-on-sky', name]),
];

/** Meaningful lines, bars and rings, with their background. */
const graphicPairs: Array<[string, string]> = [
  ['color-border-strong', 'color-surface'],
  ['color-focus', 'color-surface'],
  ['color-focus', 'color-ground'],
  ['color-marker', 'color-surface'],
  ...['info', 'moderate', 'severe', 'extreme-ground'].map((level): [string, string] => [
    `color-${level}`,
    'color-surface',
  ]),
  ['color-water', 'color-surface'],
  ['color-wind', 'color-surface'],
  ['color-air', 'color-surface'],
  ...[1, 2, 3, 4, 5, 6, 7].map((step): [string, string] => [
    `color-temperature-${step}`,
    'color-surface',
  ]),
  ['color-map-coast', 'color-map-land'],
  ['color-map-coast', 'color-map-water'],
  ['color-rain-line', 'color-rain-3'],
  ['color-rain-line', 'color-rain-4'],
  ['color-rain-line', 'color-rain-5'],
  ['icon-cloud-edge', 'color-surface'],
  ['icon-sun-edge', 'color-surface'],
  ['icon-moon-edge', 'color-surface'],
  ['icon-water', 'color-surface'],
  ['icon-ice', 'color-surface'],
  ['icon-wind', 'color-surface'],
  ['icon-heat', 'color-surface'],
];

describe.each(combinations)('$scheme, contrast $contrast, palette $palette', (combination) => {
  const colors = resolveTokens(combination);
  const minimum = combination.contrast === 'high' ? 7 : 4.5;

  test('every text has enough contrast', () => {
    expect(pairsBelow(minimum, textPairs, colors)).toEqual([]);
  });

  test('every meaningful graphic has enough contrast', () => {
    expect(pairsBelow(3, graphicPairs, colors)).toEqual([]);
  });
});

test.each(combinations)(
  'more rain is darker on light and lighter on dark: $scheme, $contrast, $palette',
  (combination) => {
    const colors = resolveTokens(combination);
    const ratios = [1, 2, 3, 4, 5].map((level) =>
      contrastRatio(colors, `color-rain-${level}`, 'color-map-land'),
    );
    expect(ratios).toEqual([...ratios].sort((first, second) => first - second));
  },
);

test('the ratio of black and white is 21, of equal colours 1', () => {
  const colors = { black: '#000000', white: '#ffffff' };
  expect(contrastRatio(colors, 'black', 'white')).toBeCloseTo(21);
  expect(contrastRatio(colors, 'white', 'white')).toBe(1);
});

// [R9.01, R9.09]
test('the app, its icon and the installed app share the brand colours', () => {
  const light = resolveTokens({ palette: 'none', contrast: 'normal', scheme: 'light' });
  const dark = resolveTokens({ palette: 'none', contrast: 'normal', scheme: 'dark' });
  const icon = readFileSync('public/favicon.svg', 'utf8');
  const fills = [...icon.matchAll(/fill="(#\w{6})"/g)].map(([, color]) => color);
  // The icon shows the bird in its dark-theme colours on a tile in the text colour.
  const bird = ['brand-deep', 'brand-ember', 'brand-azure', 'brand-eye'].map((name) => dark[name]);
  expect(fills).toEqual([light['color-text'], ...bird]);
  expect([light['color-accent'], dark['color-accent']]).toEqual([
    light['brand-azure'],
    dark['brand-azure'],
  ]);
  expect(manifestOf('en').background_color).toBe(light['color-ground']);
});

// [R9.01, R9.09]
test('every text uses Poppins: no style sheet sets another font', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const families = files
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => [
      ...readFileSync(join('src', name), 'utf8').matchAll(/font-family:\s*([^;]+);/g),
    ])
    .map(([, family]) => family);
  expect([...new Set(families)].sort()).toEqual(['inherit', 'var(--font)', 'var(--font-hero)']);
  expect(tokens).toMatch(/--font: "Poppins",/);
  expect(tokens).toMatch(/--font-hero: "Poppins temperature", var\(--font\);/);
});

// [R9.01, R9.09]
test.each(['400', '500', '600'])('Poppins %s has the letters of all three languages', (weight) => {
  const faces = readFileSync('index.html', 'utf8')
    .split('@font-face')
    .filter(
      (face) => face.includes('family: "Poppins";') && face.includes(`font-weight: ${weight}`),
    );
  const ranges = faces.flatMap((face) =>
    [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from, to]) => [
      Number.parseInt(from as string, 16),
      Number.parseInt((to ?? from) as string, 16),
    ]),
  ) as Array<[number, number]>;
  const missing = [...'AZaz09äöüÄÖÜßçÇğĞıİöÖşŞüÜ°–…'].filter((letter) => {
    const code = letter.codePointAt(0) as number;
    return !ranges.some(([from, to]) => code >= from && code <= to);
  });
  expect(missing).toEqual([]);
  expect(faces.every((face) => face.includes(`url("./src/fonts/poppins-${weight}.woff2")`))).toBe(
    true,
  );
});

function pairsBelow(minimum: number, pairs: Array<[string, string]>, colors: Tokens): string[] {
  return pairs
    .map(([front, ground]) => ({ front, ground, ratio: contrastRatio(colors, front, ground) }))
    .filter(({ ratio }) => ratio < minimum)
    .map(({ front, ground, ratio }) => `${front} on ${ground}: ${ratio.toFixed(2)}`);
}

function skyNames(): string[] {
  return [...tokens.matchAll(/--(sky-[\w-]+-(?:top|foot)):/g)].map(([, name]) => name as string);
}

/** WCAG 2.2, "contrast ratio" and "relative luminance". */
function contrastRatio(colors: Tokens, front: string, ground: string): number {
  const below = ground.startsWith('sky-') ? lit(colors[ground], colors) : colors[ground];
  const [a, b] = [luminance(colors[front]), luminance(below)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The sky where its light is strongest. */
function lit(color: string | undefined, colors: Tokens): string {
  const share = Number(/\/ (\d+)%/.exec(colors['sky-light'] ?? '')?.[1]) / 100;
  return (color ?? '').replace(/\w\w/g, (hex) => {
    const value = Number.parseInt(hex, 16);
    return Math.round(value + (255 - value) * share)
      .toString(16)
      .padStart(2, '0');
  });
}

function luminance(color: string | undefined): number {
  const channels = /^#(\w\w)(\w\w)(\w\w)$/.exec(color ?? '')?.slice(1);
  if (!channels) throw new Error(`not a colour: ${color}`);
  const [red, green, blue] = channels.map((hex) => {
    const value = Number.parseInt(hex, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
