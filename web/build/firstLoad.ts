/** Which chunks the first load of a page consists of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { paths } from '../src/paths.ts';

/** Loaded by the entry one after another, see `src/main.tsx`. */
const steps = /\/(react-dom\/client\.js|src\/app\/startup\/start\.tsx)$/;
/** What `/` needs for the weather of a place, and before a place is chosen. */
const weather = /\/src\/pages\/home\/(Home|PlaceWeather)\.tsx$/;
const firstVisit = /\/src\/pages\/home\/(Home|FirstVisit)\.tsx$/;
/** Lists the other pages by their path. */
const pageTable = '/app/routing/otherPages.ts';
const pageTableRow = /\[paths\.(\w+)\]: \(\) => import\('\.\.\/\.\.(\/pages\/[^']+)'\)/g;
/** Loaded by the start where a form is part of the first paint. */
const keepInput = '/scheduling/keepInput.ts';

interface LoadedPage {
  path: string;
  /** Beyond those that every page loads. */
  chunks: Rolldown.OutputChunk[];
}

/** The chunks that every page loads. */
export function startChunks(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return withStaticImports(bundle, (chunk) => isEntry(chunk) || contains(chunk, steps));
}

/** The further chunks that `/` loads for the weather of a place. */
export function weatherChunks(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return furtherChunks(bundle, weather);
}

/** The further chunks that `/` loads before a place is chosen. */
export function firstVisitChunks(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return furtherChunks(bundle, firstVisit);
}

/** All pages but `/`. */
export function otherPages(bundle: Rolldown.OutputBundle): LoadedPage[] {
  const table = readFileSync(join(import.meta.dirname, '../src', pageTable), 'utf8');
  return [...table.matchAll(pageTableRow)].map(([, name, file]) => ({
    path: paths[name as keyof typeof paths],
    chunks: furtherChunks(bundle, new RegExp(`/src(${pageTable}|${file}|${keepInput})$`)),
  }));
}

/** The addresses of their files. */
export function filesOf(chunks: Rolldown.OutputChunk[]) {
  return {
    scripts: chunks.map(({ fileName }) => `/${fileName}`),
    // Dependencies first: what uses a component may override its styles.
    styles: stylesOf(chunks.toReversed()).map((name) => `/${name}`),
  };
}

export function stylesOf(chunks: Rolldown.OutputChunk[]): string[] {
  return [...new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))];
}

function furtherChunks(bundle: Rolldown.OutputBundle, modules: RegExp): Rolldown.OutputChunk[] {
  const known = startChunks(bundle);
  const all = withStaticImports(bundle, (chunk) => contains(chunk, modules));
  return all.filter((chunk) => !known.includes(chunk));
}

/** The service worker is an entry too, but not part of the first load. */
function isEntry(chunk: Rolldown.OutputChunk): boolean {
  return chunk.isEntry && chunk.name !== 'worker';
}

function contains({ moduleIds }: Rolldown.OutputChunk, modules: RegExp): boolean {
  return moduleIds.some((id) => modules.test(id));
}

/** A chunk comes before those that it imports. */
function withStaticImports(
  bundle: Rolldown.OutputBundle,
  isFirst: (chunk: Rolldown.OutputChunk) => boolean,
): Rolldown.OutputChunk[] {
  const loaded = new Set<Rolldown.OutputChunk>();
  const visited = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (visited.has(name) || chunk?.type !== 'chunk') return;
    visited.add(name);
    for (const imported of chunk.imports) visit(imported);
    loaded.add(chunk);
  };
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && isFirst(file)) visit(file.fileName);
  }
  return [...loaded].reverse();
}
