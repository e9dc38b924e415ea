/** The base of every test: a server per worker, and a page that fails the test on unexpected errors. */
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { reportPolicyViolations } from './checks/policyViolations.ts';
import { type Server, type Settings, startServer } from './servers/server.ts';

interface TestOptions {
  /** The place that is already selected; null for a first visit, with its tour. */
  place: { name: string; latitude: number; longitude: number } | null;
  /** Errors that a test causes on purpose; any other console error fails it. */
  expectedErrors: RegExp;
}

interface TestFixtures {
  /** Starts a server with settings of its own. It outlives the page, so that no late request of the page fails. */
  startOwnServer: (settings: Settings) => Promise<Server>;
}

interface WorkerFixtures {
  server: Server;
}

export const test = base.extend<TestOptions & TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the first argument destructured.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the first argument destructured.
  startOwnServer: async ({}, use) => {
    const started: Server[] = [];
    await use(async (settings) => {
      const server = await startServer(settings);
      started.push(server);
      return server;
    });
    await Promise.all(started.map((server) => server.stop()));
  },

  baseURL: async ({ server }, use) => use(server.url),

  expectedErrors: [/^$/, { option: true }],

  place: [{ name: 'Berlin', latitude: 52.52, longitude: 13.41 }, { option: true }],

  // It names the servers first, because Playwright ends fixtures in the opposite order.
  context: async ({ startOwnServer: _, context, place }, use) => {
    await context.addInitScript(reportPolicyViolations);
    if (place) {
      await context.addInitScript((chosen) => {
        const remember = (key: string, value: unknown) => {
          if (localStorage.getItem(key) === null)
            localStorage.setItem(key, JSON.stringify({ v: 1, value }));
        };
        remember('selected_location', { id: null, ...chosen });
        remember('onboarding_seen', true);
      }, place);
    }
    await use(context);
  },

  page: async ({ page, server, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error')
        errors.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('request', (request) => {
      const isForeign =
        !request.url().startsWith(server.url) && /^(https?|wss?):/.test(request.url());
      if (isForeign) errors.push(`third-party request: ${request.url()}`);
    });
    waitForTheApp(page);
    await use(page);
    expect(errors.filter((text) => !expectedErrors.test(text))).toEqual([]);
  },
});

/**
 * A page is readable before the app has started, and takes over what was pressed only then. Journeys act like users who
 * see the result of a press; the tests of the first paint wait for less.
 */
function waitForTheApp(page: Page) {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const started = () =>
    page
      .waitForFunction(() => !document.querySelector('#first-paint'), undefined, {
        timeout: 10_000,
      })
      .catch(() => undefined);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!options?.waitUntil) await started();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await started();
    return response;
  };
}

/**
 * axe in legacy mode and with violations only takes a fifth of the time. It leaves out cross-origin frames, which no page
 * has, and the list of passed rules.
 */
export const axe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** A dialog that still fades in has less contrast; the sky's endless movements are not waited for. */
async function animationsEnded(page: Page) {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    const ended = Promise.all(finite.map(({ finished }) => finished.catch(() => undefined)));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  });
}

/** WCAG 2.0 to 2.2, levels A and AA, as far as it can be checked automatically. */
export async function expectAccessible(page: Page, exceptRules: string[] = []) {
  await animationsEnded(page);
  const { violations } = await axe(page)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .disableRules(exceptRules)
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`),
  ).toEqual([]);
}

export { expect };
