/** The base of the tests in other engines and in the native wrapper: a server and a browser per test, and no unexpected console errors. */
import { test as base, expect, type FullProject } from '@playwright/test';
import { type Server, startServer } from '../../support/servers/server.ts';
import { EnginePage } from './EnginePage.ts';
import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';
import { openWrapper } from './wrapper.ts';

interface EngineFixtures {
  server: Server;
  visit: EnginePage;
  /** Errors that a test causes on purpose; any other console error fails it. */
  expectedErrors: RegExp;
}

export const test = base.extend<EngineFixtures>({
  expectedErrors: [/^$/, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the first argument destructured.
  server: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.stop();
  },

  visit: async ({ server, expectedErrors }, use, { project }) => {
    const engine = await openEngine(project);
    const visit = new EnginePage(engine, server.url);
    try {
      await use(visit);
      const errors = await visit.errors();
      expect(errors.filter((text) => !expectedErrors.test(text))).toEqual([]);
    } finally {
      await engine.close();
    }
  },
});

function openEngine({ name, use }: FullProject) {
  if (name === 'wrapper') return openWrapper(use.launchOptions);
  return name === 'webkit' ? openWebKit() : openFirefox();
}

export { expect };
