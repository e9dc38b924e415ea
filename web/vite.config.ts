/** How the page is built, served in development and tested. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chunkGroups } from './build/chunkGroups.ts';
import { compiledAhead } from './build/compiledAhead.ts';
import { compressed } from './build/compressed.ts';
import { firstLoadBudget } from './build/firstLoadBudget.ts';
import { firstPaint } from './build/firstPaint.ts';
import { offlineFiles } from './build/offlineFiles.ts';
import { texts } from './build/texts.ts';

const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    texts(),
    compiledAhead(),
    firstLoadBudget(),
    firstPaint(),
    offlineFiles(),
    compressed(),
  ],
  build: {
    target: 'es2023',
    // light-dark() stays as written: these are the first versions that know it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', worker: 'src/worker.ts' },
      output: {
        codeSplitting: chunkGroups(),
        // A worker answers for the folder it lies in, under a name that stays the same.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  // The long texts lie beside this folder.
  server: { fs: { allow: ['..'] }, proxy: { '/api': server, '/auth': server, '/health': server } },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    setupFiles: ['src/testing/setup.ts'],
    // The package's entry imports its own files without an extension, which Node refuses.
    server: { deps: { inline: ['natively'] } },
    // Unless told, it leaves one core idle.
    maxWorkers: '100%',
    restoreMocks: true,
    // A step by ear reads the whole page anew.
    testTimeout: 120_000,
  },
});
