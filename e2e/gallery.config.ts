/** Pictures of every page and state for a review by eye; run by `make gallery`, not with the tests. */
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

export default defineConfig({
  ...tests,
  testMatch: '**/*.gallery.ts',
  retries: 0,
  timeout: 60_000,
  globalTeardown: './gallery/writeIndex.ts',
  projects: [{ name: 'gallery' }],
});
