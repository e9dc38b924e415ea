/** Configuration of the build, the development server and the tests. */
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { chunkGroups } from './build/chunkGroups.ts';
import { compiledAhead } from './build/compiledAhead.ts';
import { compressed } from './build/compressed.ts';
import { firstLoadBudget } from './build/firstLoadBudget.ts';
import { firstPaint } from './build/firstPaint.ts';
import { firstViews } from './build/firstViews.ts';
import { manifests } from './build/manifests.ts';
import { offlineFiles } from './build/offlineFiles.ts';
import { testsWithoutBrowser } from './build/testsWithoutBrowser.ts';
import { texts } from './build/texts.ts';

const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    texts(),
    compiledAhead(),
    firstLoadBudget(),
    firstPaint(),
    manifests(),
    offlineFiles(),
    firstViews(),
    compressed(),
  ],
  build: {
    target: 'es2023',
    // The first versions with light-dark(), so that it is not transformed.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', worker: 'src/worker.ts' },
      output: {
        codeSplitting: chunkGroups(),
        // A service worker controls the folder it is in and needs a stable name.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  // The documents are in ../locales.
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': server, '/auth': server, '/health': server, '/embed': server },
  },
  test: {
    // The package imports its own files without an extension, which Node rejects.
    server: { deps: { inline: ['natively'] } },
    // The default leaves one core idle.
    maxWorkers: '100%',
    restoreMocks: true,
    // The simulated screen reader reads the whole page at each step.
    testTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
          setupFiles: ['src/testing/setup.ts'],
          exclude: [...configDefaults.exclude, ...testsWithoutBrowser],
        },
      },
      {
        extends: true,
        test: { name: 'node', environment: 'node', isolate: false, include: testsWithoutBrowser },
      },
    ],
  },
});
