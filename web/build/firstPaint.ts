/** Prepares index.html for the server: critical styles in the head, other files after the first paint, and a list of what a page loads next. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { filesOf, firstVisitChunks, startChunks, stylesOf, weatherChunks } from './firstLoad.ts';

const startMark = '<!-- shell:start -->';
/** Where the server adds the files of this page and language. */
const aheadMark = '<!-- shell:ahead -->';
const stylesheet = /\s*<link rel="stylesheet"[^>]*>/g;
const script = /\s*(<link rel="modulepreload"[^>]*>|<script type="module"[^>]*><\/script>)/g;
const startScript = join(import.meta.dirname, 'startAfterFirstPaint.js');
/** Only for the server, which does not serve files whose name begins with a dot. */
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
          // Dependencies first.
          ...stylesOf(startChunks(bundle).toReversed()).map(
            (name) => `<link rel="stylesheet" crossorigin href="/${name}">`,
          ),
          aheadMark,
          ...startChunks(bundle).map((chunk) => scriptTag(chunk)),
        ].join('');
        const inlineScript = minify(readFileSync(startScript, 'utf8'));
        const style = `<style>${minify(criticalStyle(source))}</style>`;
        return html
          .replace(stylesheet, '')
          .replace(script, '')
          .replace('</head>', `  ${style}\n  </head>`)
          .replace(
            startMark,
            `<template id="start">${later}</template><script>${inlineScript}</script>`,
          );
      },
    },
    writeBundle(_options, bundle) {
      const list = {
        texts: textFiles(bundle),
        weather: filesOf(weatherChunks(bundle)),
        first_visit: filesOf(firstVisitChunks(bundle)),
      };
      writeFileSync(join(folder, listName), JSON.stringify(list));
    },
  };
}

/** The entry imports the other chunks, which are preloaded. */
function scriptTag({ fileName, isEntry }: Rolldown.OutputChunk): string {
  return isEntry
    ? `<script type="module" crossorigin src="/${fileName}"></script>`
    : `<link rel="modulepreload" crossorigin href="/${fileName}">`;
}

function textFiles(bundle: Rolldown.OutputBundle): Record<string, string> {
  const named = Object.keys(bundle).map((name) => [/texts-(\w\w)-/.exec(name)?.[1], `/${name}`]);
  return Object.fromEntries(named.filter(([language]) => language !== undefined));
}

/** The rules of the first paint and the tokens they use, with normal and high-contrast values. */
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
    // Without a stored setting the system's preference applies.
    `@media (prefers-contrast:more){:root:not([data-motion]){${high}}}`,
    ...skies,
    rules,
  ].join('');
}

/** A simple minifier, safe only for our own code: no string in it has more than one space in a row. */
function minify(text: string): string {
  return text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/:\s+/g, ':')
    .replaceAll(';}', '}');
}
