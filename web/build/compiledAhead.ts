/** Makes V8 compile the scripts of the first load eagerly on a background thread, not function by function when first called. */
import type { Plugin } from 'vite';
import { firstVisitChunks, startChunks, weatherChunks } from './firstLoad.ts';

/** A V8 hint, which must be on the first line; other engines see a comment (decision 0086). */
const hint = '//# allFunctionsCalledOnLoad\n';

export function compiledAhead(): Plugin {
  return {
    name: 'halcyon-compiled-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const first = [startChunks, weatherChunks, firstVisitChunks].flatMap((find) =>
          find(bundle),
        );
        for (const chunk of new Set(first)) chunk.code = hint + chunk.code;
      },
    },
  };
}
