/** Which chunks the first load of a page consists of. */
import type { Rolldown } from 'vite';

/** Loaded by the entry one after another, see `src/main.tsx`. */
const steps = /\/(react-dom\/client\.js|src\/app\/startup\/start\.tsx)$/;
/** The dashboard, which `/` needs. */
const dashboard = /\/src\/pages\/home\/Home\.tsx$/;

/** The chunks that every page loads. */
export function startChunks(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return withStaticImports(bundle, (chunk) => isEntry(chunk) || steps.test(moduleOf(chunk)));
}

/** The further chunks that `/` loads. */
export function dashboardChunks(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const known = startChunks(bundle);
  const all = withStaticImports(bundle, (chunk) => dashboard.test(moduleOf(chunk)));
  return all.filter((chunk) => !known.includes(chunk));
}

export function stylesOf(chunks: Rolldown.OutputChunk[]): string[] {
  return [...new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))];
}

/** The service worker is an entry too, but not part of the first load. */
function isEntry(chunk: Rolldown.OutputChunk): boolean {
  return chunk.isEntry && chunk.name !== 'worker';
}

function moduleOf(chunk: Rolldown.OutputChunk): string {
  return chunk.facadeModuleId ?? '';
}

function withStaticImports(
  bundle: Rolldown.OutputBundle,
  isFirst: (chunk: Rolldown.OutputChunk) => boolean,
): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const loaded = new Set(chunks.filter(isFirst));
  for (const chunk of loaded) {
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') loaded.add(imported);
    }
  }
  return [...loaded];
}
