/** Fails the build when the first load of `/` has too many bytes or files, or uses another origin. */
import type { Plugin, Rolldown } from 'vite';
import { brotli } from './compressed.ts';
import { firstVisitChunks, startChunks, stylesOf, weatherChunks } from './firstLoad.ts';

const kilobyte = 1000;
const scriptBudget = 110 * kilobyte;
const styleBudget = 15 * kilobyte;
/** Scripts and styles; over HTTP/1.1 a browser loads six at a time. */
const fileBudget = 10;
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
        for (const [what, further] of [
          ['with weather', weatherChunks(bundle)],
          ['before a place is chosen', firstVisitChunks(bundle)],
        ] as const) {
          const loaded = [...startChunks(bundle), ...further];
          const script = loaded.reduce(
            (sum, { code }) => sum + brotli(Buffer.from(code)).length,
            0,
          );
          const styles = stylesOf(loaded);
          const style = styles.reduce((sum, name) => sum + assetBytes(bundle[name]), 0);
          const files = loaded.length + styles.length;
          this.info(
            `first load of / ${what}: script ${script / kilobyte} kB, style ${style / kilobyte} kB (brotli), ${files} files`,
          );
          if (script > scriptBudget) this.error(`script exceeds ${scriptBudget / kilobyte} kB`);
          if (style > styleBudget) this.error(`style exceeds ${styleBudget / kilobyte} kB`);
          if (files > fileBudget) this.error(`more than ${fileBudget} files`);
        }
        const html = sourceOf(bundle['index.html']);
        if ((html.match(/as="font"/g) ?? []).length > fontBudget) this.error('too many fonts');
        if (/(src|href)="(https?:)?\/\//.test(html))
          this.error('the page loads a file from another origin');
      },
    },
  };
}

function sourceOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  return file?.type === 'asset' ? String(file.source) : '';
}

function assetBytes(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): number {
  return file?.type === 'asset' ? brotli(Buffer.from(file.source)).length : 0;
}
