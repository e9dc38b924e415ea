/** Writes `.br` and `.gz` files beside every text file of the build, so that the server need not compress them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const textFile = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/;

export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'halcyon-compressed',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    // After other plugins have added their files.
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (!textFile.test(name)) continue;
          const file = join(folder, name);
          const content = readFileSync(file);
          writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
          writeFileSync(`${file}.br`, brotli(content));
        }
      },
    },
  };
}

export function brotli(content: Uint8Array): Buffer {
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
  });
}
