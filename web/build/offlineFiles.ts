/** Gives the service worker the list of files of this version, so that the app works offline. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const listName = 'offlineFiles';
/** Files outside `assets/`, with stable names. */
const plainFiles = [
  'index.html',
  'appearance.js',
  'languages.js',
  'icons/favicon-96.png',
  'manifest.webmanifest',
];
/** Not cached ahead: documents and other languages are cached when first used; the SDK is only for the native wrapper. */
const onDemand = /\.(en|de|tr)-[\w-]+\.js$|texts-\w\w-|nativelyBridge/;

export function offlineFiles(): Plugin {
  let publicFolder = '';
  return {
    name: 'halcyon-offline-files',
    apply: 'build',
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      // After everything else has its final name and content.
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle['worker.js'];
        if (worker?.type !== 'chunk') return this.error('the build has no worker.js');
        // Browsers run it as a classic script, which cannot import.
        if (worker.imports.length > 0) this.error(`worker.js imports ${worker.imports.join()}`);
        const assets = Object.keys(bundle).filter(
          (name) => name.startsWith('assets/') && !onDemand.test(name),
        );
        const known = readdirSync(publicFolder, { encoding: 'utf8', recursive: true });
        const hash = createHash('sha256').update(assets.sort().join());
        for (const name of plainFiles) {
          const built = bundle[name];
          if (built?.type === 'asset') hash.update(built.source);
          else if (known.includes(name)) hash.update(readFileSync(join(publicFolder, name)));
          else this.error(`${name} is neither built nor public`);
        }
        const list = {
          version: hash.digest('base64url').slice(0, 12),
          paths: [...plainFiles, ...assets].map((name) => `/${name}`),
        };
        worker.code = `const ${listName}=${JSON.stringify(list)};${worker.code}`;
      },
    },
  };
}
