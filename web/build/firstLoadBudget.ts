/** Fails the build when the first load of a page has too many bytes or files, or uses another origin. */
import type { Plugin, Rolldown } from 'vite';
import { brotli } from './compressed.ts';
import { firstVisitChunks, otherPages, startChunks, stylesOf, weatherChunks } from './firstLoad.ts';

const kilobyte = 1000;
/** `files`: scripts and styles; over HTTP/1.1 a browser loads six at a time. */
const budgetOfHome = { script: 110 * kilobyte, style: 15 * kilobyte, files: 10 };
/** The others have forms and dialogs, but their first view is readable and can be typed into before any script. */
const budgetOfOthers = { script: 150 * kilobyte, style: 15 * kilobyte, files: 32 };
/** The code of the rain map, which only its page and the preview below the dashboard load. */
const mapBudget = 25 * kilobyte;
/** The fonts that the first paint waits for. */
const fontBudget = 2;

export function firstLoadBudget(): Plugin {
  return {
    name: 'halcyon-first-load-budget',
    apply: 'build',
    // After index.html is written.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const sizeOf = fileSizes(bundle);
        const check = (
          path: string,
          chunks: Rolldown.OutputChunk[],
          budget: typeof budgetOfHome,
        ) => {
          const loaded = [...startChunks(bundle), ...chunks];
          const styles = stylesOf(loaded);
          const script = sizeOf(loaded.map(({ fileName }) => fileName));
          const style = sizeOf(styles);
          const files = loaded.length + styles.length;
          this.info(
            `first load of ${path}: script ${script / kilobyte} kB, style ${style / kilobyte} kB (brotli), ${files} files`,
          );
          if (script > budget.script)
            this.error(`${path}: script exceeds ${budget.script / kilobyte} kB`);
          if (style > budget.style)
            this.error(`${path}: style exceeds ${budget.style / kilobyte} kB`);
          if (files > budget.files) this.error(`${path}: more than ${budget.files} files`);
        };
        check('/ with weather', weatherChunks(bundle), budgetOfHome);
        check('/ before a place is chosen', firstVisitChunks(bundle), budgetOfHome);
        for (const { path, chunks } of otherPages(bundle)) check(path, chunks, budgetOfOthers);
        const map = sizeOf(mapFiles(bundle));
        this.info(`rain map: script ${map / kilobyte} kB (brotli)`);
        if (map > mapBudget) this.error(`the rain map exceeds ${mapBudget / kilobyte} kB`);
        const html = sourceOf(bundle['index.html']);
        if ((html.match(/as="font"/g) ?? []).length > fontBudget) this.error('too many fonts');
        if (/(src|href)="(https?:)?\/\//.test(html))
          this.error('the page loads a file from another origin');
      },
    },
  };
}

/** The chunks with a part of the map, and with what else is in them. */
function mapFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const isOfMap = (id: string) => id.includes('/features/map/');
  return chunks.filter(({ moduleIds }) => moduleIds.some(isOfMap)).map(({ fileName }) => fileName);
}

function sourceOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  return file?.type === 'asset' ? String(file.source) : '';
}

/** The compressed size of files together; each is compressed once, because many pages share it. */
function fileSizes(bundle: Rolldown.OutputBundle): (names: string[]) => number {
  const sizes = new Map<string, number>();
  const sizeOf = (name: string) => {
    const file = bundle[name];
    const content = file?.type === 'chunk' ? file.code : (file?.source ?? '');
    const size = sizes.get(name) ?? brotli(Buffer.from(content)).length;
    sizes.set(name, size);
    return size;
  };
  return (names) => names.reduce((sum, name) => sum + sizeOf(name), 0);
}
