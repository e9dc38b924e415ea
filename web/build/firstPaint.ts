/** Readies index.html for the server: critical style in the head, the stylesheet after the first paint, and a list of what a page fetches next. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { withStaticImports } from './firstLoadBudget.ts';

const stylesMark = '<!-- shell:styles -->';
const stylesheet = /\s*<link rel="stylesheet"[^>]*>/g;
const preloadedFont = /href="([^"]*poppins-latin-(\d+)-normal[^"]*\.woff2)"/g;
const firstPage = /\/pages\/Home\.tsx$/;
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
      handler(html) {
        const links = html.match(stylesheet) ?? [];
        const fonts = [...html.matchAll(preloadedFont)].map(([, address, weight]) =>
          fontFace(address ?? '', weight ?? ''),
        );
        const style = `<style>${squeezed([criticalStyle(source), ...fonts].join(''))}</style>`;
        return html
          .replace(stylesheet, '')
          .replace('</head>', `  ${style}\n  </head>`)
          .replace(stylesMark, links.map((link) => link.trim()).join(''));
      },
    },
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const page = chunks.filter((chunk) => chunk.isEntry && chunk.name === 'index');
      const home = chunks.filter((chunk) => firstPage.test(chunk.facadeModuleId ?? ''));
      const loaded = withStaticImports(page, bundle);
      const scripts = withStaticImports(home, bundle).filter((chunk) => !loaded.includes(chunk));
      const list = {
        texts: textFiles(bundle),
        home: scripts.map(({ fileName }) => `/${fileName}`),
        homeStyles: stylesOf(scripts),
        links: [
          ...stylesOf(loaded).map((name) => `<${name}>; rel=preload; as=style; crossorigin`),
          ...page.map(({ fileName }) => `</${fileName}>; rel=modulepreload`),
        ],
      };
      writeFileSync(join(folder, listName), JSON.stringify(list));
    },
  };
}

function stylesOf(chunks: Rolldown.OutputChunk[]): string[] {
  const names = chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  return [...new Set(names)].map((name) => `/${name}`);
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
    fallbackFont(read('fonts.css')),
    rules,
  ].join('');
}

function fallbackFont(fonts: string): string {
  return `${fonts.slice(fonts.indexOf('@font-face')).split('}')[0]}}`;
}

function fontFace(address: string, weight: string): string {
  return `@font-face{font-family:"Poppins";font-weight:${weight};font-display:swap;src:url("${address}") format("woff2");unicode-range:U+0000-00FF}`;
}

/** Good enough for our own few rules, which hold no text in quotes with more than one space. */
function squeezed(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/:\s+/g, ':')
    .replaceAll(';}', '}');
}
