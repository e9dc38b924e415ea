/** A first visit over a slow network: when each page shows something useful, and whether its form can be used before the last script. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** 400 kbit/s and 400 ms, as on the edge of a mobile network. */
const network = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const limitMs = 2_000;
const berlin = '/?lat=52.52&lon=13.41&name=Berlin';
/** From a mail; the page then shows the form of the link. */
const token = '#token=0123456789abcdef0123456789abcdef';

/** What a visitor came for, and the first field if the page has a form. */
const routes: Record<string, { text: string; field?: string }> = {
  '/': { text: 'Calm, exact weather' },
  [berlin]: { text: 'Feels like' },
  '/locations': { text: 'Search for a place', field: 'Search for a place' },
  '/login': { text: 'Log in', field: 'Email' },
  '/register': { text: 'Create account', field: 'First name' },
  '/accessibility-settings': { text: 'Text size' },
  '/contact': { text: 'Write to us', field: 'Name' },
  '/help': { text: 'Where does the weather come from?', field: 'Search the questions' },
  '/about': { text: 'Halcyon' },
  '/privacy-policy': { text: 'Effective 12 May 2024' },
  '/terms-conditions': { text: 'Effective' },
  [`/reset-password${token}`]: { text: 'New password', field: 'New password' },
  [`/verify-email${token}`]: { text: 'Confirm' },
  [`/unsubscribe${token}`]: { text: 'Unsubscribe' },
};

test.use({ place: null });

test.beforeAll(async ({ server }) => {
  // The server renders only weather that it has cached.
  await fetch(`${server.url}/api/weather?latitude=52.52&longitude=13.41`);
});

for (const [route, { text, field }] of Object.entries(routes)) {
  test(`over a slow network: ${route}`, async ({ page }) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Network.emulateNetworkConditions', network);
    await recordAppearance(page, text);
    await page.goto(route, { waitUntil: 'commit' });
    let typedAt = 0;
    if (field) {
      // As soon as a person can see it.
      await page.waitForFunction(() => Reflect.get(window, 'usefulAt') > 0);
      await page.getByLabel(field, { exact: true }).first().fill('kingfisher');
      typedAt = await page.evaluate(() => performance.now());
    }
    await expect(page.locator('#root main')).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('#first-paint')).toHaveCount(0);
    const { useful, lastScript } = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const scripts = files.filter(({ name }) => name.endsWith('.js'));
      return {
        useful: Reflect.get(window, 'usefulAt') as number,
        lastScript: Math.max(...scripts.map(({ responseEnd }) => responseEnd)),
      };
    });
    const form = field ? `, form used at ${Math.round(typedAt)} ms` : '';
    process.stdout.write(
      `slow network, ${route}: useful at ${Math.round(useful)} ms, limit ${limitMs}${form}, last script at ${Math.round(lastScript)} ms\n`,
    );
    expect.soft(useful, route).toBeGreaterThan(0);
    expect.soft(useful, route).toBeLessThanOrEqual(limitMs);
    if (!field) return;
    expect.soft(typedAt, `the form of ${route}`).toBeLessThan(lastScript);
    await expect(page.getByLabel(field, { exact: true }).first()).toHaveValue('kingfisher');
  });
}

/** Notes the time of the first frame in which the text is visible. */
async function recordAppearance(page: Page, text: string) {
  await page.addInitScript((wanted) => {
    Object.assign(window, { usefulAt: 0 });
    const look = () => {
      // Text that waits for its stylesheet is in the document, but not painted.
      const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
      if (isPainted && document.body?.innerText.includes(wanted))
        Object.assign(window, { usefulAt: performance.now() });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, text);
}
