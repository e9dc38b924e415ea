/** Readies index.html for the server: critical style in the head, everything else kept back until that is painted, and a list of what a page fetches next. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { dashboardChunks, startChunks, stylesOf } from './firstLoad.ts';

const startMark = '<!-- shell:start -->';
/** Where the server adds what this page and language need. */
const aheadMark = '<!-- shell:ahead -->';
const stylesheet = /\s*<link rel="stylesheet"[^>]*>/g;
const script = /\s*(<link rel="modulepreload"[^>]*>|<script type="module"[^>]*><\/script>)/g;
const startScript = join(import.meta.dirname, 'startAfterFirstPaint.js');
/** Read by the server alone: no visitor gets a file whose name begins with a dot. */
const listName = '.shell.json';

export function firstPaint(): Plugin {
  let folder = '';
  let source = '';
  return {
    name: 'halcyon-first-paint',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
      source = join(config.root, 'src/styles');
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const later = [
          // What is used stands before what uses it.
          ...stylesOf(startChunks(bundle).reverse()).map(
            (name) => `<link rel="stylesheet" crossorigin href="/${name}">`,
          ),
          aheadMark,
          ...startChunks(bundle).map((chunk) => scriptTag(chunk)),
        ].join('');
        const begin = squeezed(readFileSync(startScript, 'utf8'));
        const style = `<style>${squeezed(criticalStyle(source))}</style>`;
        return html
          .replace(stylesheet, '')
          .replace(script, '')
          .replace('</head>', `  ${style}\n  </head>`)
          .replace(startMark, `<template id="start">${later}</template><script>${begin}</script>`);
      },
    },
    writeBundle(_options, bundle) {
      const home = dashboardChunks(bundle);
      const list = {
        texts: textFiles(bundle),
        home: home.map(({ fileName }) => `/${fileName}`),
        homeStyles: stylesOf(home).map((name) => `/${name}`),
      };
      writeFileSync(join(folder, listName), JSON.stringify(list));
    },
  };
}

/** The entry runs by itself; it asks for the others, which are on their way by then. */
function scriptTag({ fileName, isEntry }: Rolldown.OutputChunk): string {
  return isEntry
    ? `<script type="module" crossorigin src="/${fileName}"></script>`
    : `<link rel="modulepreload" crossorigin href="/${fileName}">`;
}

function textFiles(bundle: Rolldown.OutputBundle): Record<string, string> {
  const named = Object.keys(bundle).map((name) => [/texts-(\w\w)-/.exec(name)?.[1], `/${name}`]);
  return Object.fromEntries(named.filter(([language]) => language !== undefined));
}

/** The tokens that the first paint names, in their plain and their high-contrast values, and its rules. */
function criticalStyle(folder: string): string {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const rules = read('ground.css') + read('firstPaint.css');
  const block = (css: string, selector: string) =>
    css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  const needed = (css: string) =>
    (css.match(/--[\w-]+:[^;]+;/g) ?? []).filter((declaration) => {
      const [name = ''] = declaration.split(':');
      return /^--sky-\w+-\w+-(top|foot)$/.test(name) || rules.includes(`var(${name})`);
    });
  const plain = needed(block(read('tokens.css'), ':root')).join('');
  const high = needed(block(read('themes.css'), ':root[data-contrast="high"]')).join('');
  const skies = [...plain.matchAll(/--sky-(\w+-\w+)-top/g)].map(
    ([, sky]) =>
      `[data-sky="${sky}"]{--sky-top:var(--sky-${sky}-top);--sky-foot:var(--sky-${sky}-foot)}`,
  );
  return [
    `:root{color-scheme:light dark;${plain}}`,
    ':root[data-theme="light"]{color-scheme:light}:root[data-theme="dark"]{color-scheme:dark}',
    `:root[data-contrast="high"]{${high}}`,
    // Who has chosen nothing yet is known by the system's wish alone.
    `@media (prefers-contrast:more){:root:not([data-motion]){${high}}}`,
    ...skies,
    rules,
  ].join('');
}

/** Good enough for our own few lines, which hold no text in quotes with more than one space. */
function squeezed(text: string): string {
  return text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/:\s+/g, ':')
    .replaceAll(';}', '}');
}
