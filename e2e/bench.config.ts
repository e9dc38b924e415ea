/** Figures of the page, one at a time on a quiet machine: run by scripts/bench-page, never by the tests. */
import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Chromium without the window of a browser, which would be drawn beside the page on the same cores. */
const shell = execFileSync('sh', ['-c', 'command -v chromium-headless-shell']).toString().trim();

export default defineConfig({
  ...journeys,
  testMatch: '**/*.bench.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 300_000,
  use: {
    ...journeys.use,
    launchOptions: { ...journeys.use?.launchOptions, executablePath: shell },
  },
  reporter: [['list']],
});
