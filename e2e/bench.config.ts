/** Benchmarks of the page, one at a time on an idle machine; run by scripts/bench-page, not with the tests. */
import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Chromium without a browser window, which would use the same cores as the page. */
const shell = execFileSync('sh', ['-c', 'command -v chromium-headless-shell']).toString().trim();

export default defineConfig({
  ...tests,
  testMatch: '**/*.bench.ts',
  projects: tests.projects?.filter(({ name }) => name === 'desk' || name === 'phone') ?? [],
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 300_000,
  use: {
    ...tests.use,
    launchOptions: { ...tests.use?.launchOptions, executablePath: shell },
  },
  reporter: [['list']],
});
