/** Pictures for a review by eye (`make gallery`) and for the install dialog and the README (`make pictures`); not run with the tests. */
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

export default defineConfig({
  ...tests,
  retries: 0,
  timeout: 60_000,
  // 1,305 pictures.
  globalTimeout: 2 * 3_600_000,
  globalTeardown: './gallery/writeIndex.ts',
  projects: [
    { name: 'pages', testMatch: 'gallery/pages.gallery.ts' },
    { name: 'install', testMatch: 'gallery/install.gallery.ts' },
    { name: 'readme', testMatch: ['gallery/readme.gallery.ts', 'gallery/integrations.gallery.ts'] },
  ],
});
