/** Asks the browser to compile the scripts of the first load whole while they arrive, beside the page, not piece by piece when it first calls them. */
import type { Plugin } from 'vite';
import { dashboardChunks, startChunks } from './firstLoad.ts';

/** Read by V8; a comment to everyone else. It counts on the first line alone. */
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
