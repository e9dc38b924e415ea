/** What every journey starts from: a server of its worker's own, and a page on which nothing may go wrong unseen. */
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { type Server, startServer } from './servers/server.ts';

interface Journey {
  /** The place the browser has chosen before; null for a first visit, with its tour. */
  place: { name: string; latitude: number; longitude: number } | null;
  /** Faults a journey brings about on purpose; any other console error fails it. */
  expectedErrors: RegExp;
}

interface Worker {
  server: Server;
}

export const test = base.extend<Journey, Worker>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the first argument destructured.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  expectedErrors: [/^$/, { option: true }],

  place: [{ name: 'Berlin', latitude: 52.52, longitude: 13.41 }, { option: true }],

  context: async ({ context, place }, use) => {
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
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error')
        faults.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('request', (request) => {
      const isForeign =
        !request.url().startsWith(server.url) && /^(https?|wss?):/.test(request.url());
      if (isForeign) faults.push(`third-party request: ${request.url()}`);
    });
    await use(page);
    expect(faults.filter((fault) => !expectedErrors.test(fault))).toEqual([]);
  },
});

/**
 * axe, in the page itself and listing violations alone: a fifth of the time. What that leaves out are frames from
 * elsewhere, which no page has, and the list of what is right.
 */
export const axe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** WCAG 2.0 to 2.2, levels A and AA, as far as a machine can tell. */
export async function expectAccessible(page: Page, exceptRules: string[] = []) {
  const { violations } = await axe(page)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .disableRules(exceptRules)
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`),
  ).toEqual([]);
}

export { expect };
