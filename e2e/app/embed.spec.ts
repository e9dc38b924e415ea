/** The weather inside of another site: framed there, readable, and without a request to anyone else. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signUp } from '../support/account.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { axe, expect, expectAccessible, test } from '../support/test.ts';

test.skip(({ isMobile }) => isMobile, 'an embed is as wide as its frame');

/** A site of its own origin with this code in its page. */
async function startSite(code: string) {
  const page = `<!doctype html><html lang="en"><title>A hotel</title><h1>A hotel</h1>${code}</html>`;
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => site.close() };
}

test('the copied code shows the weather on another site', async ({ page, context, baseURL }) => {
  await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Berlin');
  await page.goto('/settings');
  const preview = page.getByRole('img', { name: 'Preview: Weather in Berlin' });
  await preview.scrollIntoViewIfNeeded();
  await expect
    .poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(480);
  const codes = await Promise.all(
    ['As a frame', 'As a picture'].map((name) =>
      page.getByRole('region', { name }).locator('code').innerText(),
    ),
  );
  await expectAccessible(page);

  const site = await startSite(codes.join(''));
  // A browser without our cookies, at another origin; the fixture's page would call both requests foreign.
  const reader = await context.browser()?.newContext();
  const other = await reader?.newPage();
  if (!other) throw new Error('no browser');
  const problems: string[] = [];
  const requests: string[] = [];
  other.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  other.on('request', (request) => requests.push(request.url()));
  await other.goto(site.url);
  const frame = other.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Berlin' })).toBeVisible();
  await expect(frame.getByText('Simulated weather.')).toBeVisible();
  await expect(frame.getByText(/^As of /)).toBeVisible();
  expect(await frame.locator('script').count()).toBe(0);
  const origins = new Set(requests.map((url) => new URL(url).origin));
  expect(origins).toEqual(new Set([new URL(site.url).origin, new URL(baseURL ?? '').origin]));
  expect(await reader?.cookies()).toEqual([]);

  // The public address of a test server has no port to open.
  const link = frame.getByRole('link', { name: 'Full forecast on Halcyon' });
  expect(await link.getAttribute('href')).toMatch(/\/\?lat=52\.52&lon=13\.41&name=Berlin&lang=en$/);
  const popup = other.waitForEvent('popup');
  await link.click();
  await (await popup).close();
  expect(problems).toEqual([]);
  await reader?.close();
  site.stop();
});

for (const view of ['now', 'day', 'week']) {
  for (const theme of ['light', 'dark', 'contrast']) {
    test(`the embed of ${view} in ${theme} is accessible and fits a narrow frame`, async ({
      browser,
      baseURL,
    }) => {
      // axe is a script, which the policy of the embed would refuse.
      const context = await browser.newContext({
        bypassCSP: true,
        viewport: { width: 320, height: 600 },
      });
      const page = await context.newPage();
      await page.goto(
        `${baseURL}/embed?lat=52.52&lon=13.41&name=Berlin&lang=en&view=${view}&theme=${theme}`,
      );
      await expect(page.getByRole('heading', { name: 'Berlin' })).toBeVisible();
      const { violations } = await axe(page).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`),
      ).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await context.close();
    });
  }
}
