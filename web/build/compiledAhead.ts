/** Makes V8 compile the scripts of the first load eagerly on a background thread, not function by function when first called. */
import type { Plugin } from 'vite';
import { dashboardChunks, startChunks } from './firstLoad.ts';

/** A V8 hint, which must be on the first line; other engines see a comment (decision 0086). */
const hint = '//# allFunctionsCalledOnLoad\n';

export function compiledAhead(): Plugin {
  return {
    name: 'halcyon-compiled-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of [...startChunks(bundle), ...dashboardChunks(bundle)]) {
          chunk.code = hint + chunk.code;
        }
      },
    },
  };
}
