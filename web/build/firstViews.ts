/**
 * Renders the first view of the public pages at build time, so that the server can send a page that is readable before any
 * script has loaded. Decision 0093.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import { languages } from '../src/i18n/language.ts';
import { paths } from '../src/paths.ts';
import { filesOf, otherPages } from './firstLoad.ts';

/** The dashboard is the first visit, before a place is chosen: with a place, the server renders its weather. */
const viewed = [
  paths.home,
  paths.locations,
  paths.login,
  paths.register,
  paths.accessibility,
  paths.contact,
  paths.help,
  paths.about,
  paths.privacy,
  paths.terms,
];
/** Opened with a link from a mail, whose token is after the `#`, where the server does not see it. */
const opened: string[] = [paths.resetPassword, paths.verifyEmail, paths.unsubscribe];
/** Only for the server, which does not serve files whose name begins with a dot. */
const listName = '.views.json';

interface RenderedView {
  html: string;
  /** Its stylesheets, in the order in which the app loads them. */
  styles: string[];
}

/** As the server reads it. */
interface StoredView {
  html: string;
  style: string;
  /** Only for an address with the token of a link. */
  needs_token: boolean;
}

export function firstViews(): Plugin {
  let folder = '';
  let pageFiles: Record<string, string> = {};
  return {
    name: 'halcyon-first-views',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    writeBundle(_options, bundle) {
      pageFiles = Object.fromEntries(
        otherPages(bundle).map(({ path, chunks }) => [path, preloads(filesOf(chunks))]),
      );
    },
    // The files are complete when the bundle is closed, and compressed afterwards.
    closeBundle: {
      sequential: true,
      order: 'pre',
      async handler() {
        // A failed build ends here too, and reports its own error.
        if (!existsSync(join(folder, 'index.html'))) return;
        const views: Record<string, Record<string, StoredView>> = {};
        const rendered = await Promise.all(languages.map((language) => render(folder, language)));
        for (const [index, language] of languages.entries()) {
          for (const [path, { html, styles }] of Object.entries(rendered[index] ?? {})) {
            const view = {
              html: html + (pageFiles[path] ?? ''),
              style: joined(folder, styles),
              needs_token: opened.includes(path),
            };
            views[path] = { ...views[path], [language]: view };
          }
        }
        writeFileSync(join(folder, listName), JSON.stringify(views));
      },
    },
  };
}

async function render(folder: string, language: string): Promise<Record<string, RenderedView>> {
  const script = join(import.meta.dirname, 'renderViews.mjs');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, folder, language, ...viewed, ...opened.map((path) => `${path}#token=build`)],
    { maxBuffer: 64 * 1024 * 1024, timeout: 120_000 },
  );
  return JSON.parse(stdout);
}

/** Moved into the head after the first paint (`startAfterFirstPaint.js`), so that a form works a round trip earlier. */
function preloads({ scripts, styles }: ReturnType<typeof filesOf>): string {
  const links = [
    ...styles.map((href) => `<link rel="preload" as="style" crossorigin href="${href}">`),
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ];
  return `<template id="page-files">${links.join('')}</template>`;
}

/** One file instead of several: on a slow network each request counts. */
function joined(folder: string, styles: string[]): string {
  const css = styles.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
  const name = `/assets/view-${hash}.css`;
  writeFileSync(join(folder, name), css);
  return name;
}
