/**
 * End-to-end tests: two workers, each with its own server and database. All journeys run in Debian's Chromium at two widths,
 * those in `engines/` in Debian's Firefox, in WebKitGTK, and in a stand-in of the native wrapper.
 */
import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';

const chromium = execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser'])
  .toString()
  .trim();

/** Each of its tests starts a browser; `make test` runs a short set of them, `make test-full` all. */
const otherEngine = {
  testMatch: 'engines/*.spec.ts',
  ...(process.env.FULL ? {} : { grep: /@short/ }),
};

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  snapshotPathTemplate: '{testDir}/{testFileDir}/screens/{arg}-{projectName}{ext}',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Long enough for a machine that gets a part of its processors only; a test that waits for nothing still ends.
  timeout: 90_000,
  // A run that hangs ends, and names its test.
  globalTimeout: 60 * 60_000,
  expect: { timeout: 20_000 },
  reporter: [['line']],
  use: {
    // No region, so that no units are suggested; numbers and dates are those of international English.
    locale: 'en',
    // Requests of a service worker cannot be mocked; tests of the worker allow it.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'desk',
      testIgnore: 'engines/**',
      use: { viewport: { width: 1280, height: 900 } },
    },
    {
      name: 'phone',
      testIgnore: 'engines/**',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'firefox', ...otherEngine },
    { name: 'webkit', ...otherEngine },
    { name: 'wrapper', ...otherEngine },
  ],
});
