/** Reads the colours of every theme and palette from the style sheets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Tokens = Record<string, string>;
type Scheme = 'light' | 'dark';

interface Combination {
  palette: string;
  contrast: string;
  scheme: Scheme;
}

export const readStyle = (name: string) =>
  readFileSync(join(import.meta.dirname, '../styles', name), 'utf8');
const tokens = readStyle('tokens.css');
const themes = readStyle('themes.css');

const palettes = ['none', 'protanopia', 'deuteranopia', 'tritanopia', 'monochrome'];
const contrasts = ['normal', 'high'];
const schemes: Scheme[] = ['light', 'dark'];
export const combinations: Combination[] = palettes.flatMap((palette) =>
  contrasts.flatMap((contrast) => schemes.map((scheme) => ({ palette, contrast, scheme }))),
);

/** The effective values for these attributes, in the order of the cascade. */
export function resolveTokens(wanted: Combination): Tokens {
  return {
    ...block(tokens, ':root', wanted.scheme),
    ...(wanted.contrast === 'high' && block(themes, '[data-contrast="high"]', wanted.scheme)),
    ...(wanted.palette !== 'none' &&
      block(themes, `[data-color-vision="${wanted.palette}"]`, wanted.scheme)),
  };
}

function block(css: string, selector: string, scheme: Scheme): Tokens {
  const start = css.indexOf('{', css.indexOf(selector));
  const body = css.slice(start + 1, css.indexOf('}', start));
  const entries = [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => {
    const pair = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec((value as string).trim());
    return [name, pair ? pair[scheme === 'light' ? 1 : 2] : (value as string).trim()];
  });
  return Object.fromEntries(entries);
}
