/** Figures of the page, one at a time on a quiet machine: run by scripts/bench-page, never by the tests. */
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

export default defineConfig({
  ...journeys,
  testMatch: '**/*.bench.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 120_000,
  reporter: [['list']],
});
