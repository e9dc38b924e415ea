/** Without a network the page opens with the last weather and its age; a logout removes what was stored. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { Dashboard } from '../pages/dashboard.ts';
import { Menu } from '../pages/menu.ts';
import { signUp } from '../support/account.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { expect, test } from '../support/test.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors:
    /third-party request|ERR_INTERNET_DISCONNECTED|CORS or network|Failed to load resource/i,
});
test.skip(({ isMobile }) => isMobile, 'the width of a page changes nothing here');

/** Everything in the browser's caches: cache name, path and text. */
function cached(page: Page) {
  return page.evaluate(async () => {
    const found: Array<{ cache: string; path: string; text: string }> = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const isText = !/\.(woff2|png)$/.test(url);
        const text = isText ? ((await (await cache.match(url))?.text()) ?? '') : '';
        found.push({ cache: name, path: new URL(url).pathname, text });
      }
    }
    return found;
  });
}

/** The service worker controls the page, and its texts and this many reports are cached. */
async function expectCached(page: Page, reports: number) {
  await expect
    .poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)))
    .toBe(true);
  await expect
    .poll(async () => {
      const all = await cached(page);
      const hasTexts = all.some(({ path }) => path.includes('/assets/texts-en'));
      return [hasTexts, all.filter(({ cache }) => cache === 'halcyon-reports').length];
    })
    .toEqual([true, reports]);
}

// [R4.20]
test('a reload without a network shows the last weather with its age', async ({
  page,
  context,
}) => {
  const dashboard = new Dashboard(page);
  await dashboard.open();
  const before = (await dashboard.temperature.textContent()) ?? '';
  await expectCached(page, 1);
  await context.setOffline(true);
  await page.reload();
  await expect(dashboard.temperature).toHaveText(before);
  const banner = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect(banner).toContainText('Updated', { timeout: 15_000 });
  // Other pages open as well.
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(false);
  await dashboard.open();
  await expect(banner).toHaveCount(0);
});

test('the saved places are available too, and a logout removes them', async ({
  page,
  context,
  baseURL,
}) => {
  // Each place first waits for the network to time out, which takes seconds.
  test.slow();
  const { email } = await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Berlin', 'Wien', 'Paris');
  const dashboard = new Dashboard(page);
  await dashboard.open();
  await expectCached(page, 3);
  expect((await cached(page)).filter(({ text }) => text.includes(email))).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await dashboard.temperature.waitFor();
  const places = page.getByRole('region', { name: 'Your places' });
  await places.getByRole('button', { name: /Wien/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wien');
  await dashboard.temperature.waitFor();
  const banner = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect(banner).toContainText('Updated', { timeout: 15_000 });

  // Also from the switcher and from the list of places.
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  const switcher = page.getByRole('dialog');
  await switcher.getByRole('button', { name: 'Paris' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Paris');
  await page.goto('/locations');
  await places.getByRole('button', { name: /Berlin/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Berlin');
  await dashboard.temperature.waitFor();
  await context.setOffline(false);

  await dashboard.open();
  const menu = new Menu(page);
  await menu.open();
  await menu.panel.getByText('Logout').click();
  await expect(page).toHaveURL(/\/login/);
  await expect
    .poll(async () => (await cached(page)).filter(({ cache }) => cache === 'halcyon-reports'))
    .toEqual([]);
});

test('deleting the account removes the cached reports', async ({ page, context, baseURL }) => {
  await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Berlin', 'Wien');
  await new Dashboard(page).open();
  await expectCached(page, 2);
  await page.goto('/delete-account');
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Type “delete” to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL('/login');
  await expect
    .poll(async () => (await cached(page)).filter(({ cache }) => cache === 'halcyon-reports'))
    .toEqual([]);
});

test('a new version is announced, and both the open page and the next one work', async ({
  page,
  server,
}) => {
  const version = { isNew: false };
  const proxy = await startProxy(server.url, version);
  const { port } = proxy.address() as AddressInfo;
  const dashboard = new Dashboard(page);
  await dashboard.open(`http://127.0.0.1:${port}/`);
  await expectCached(page, 1);

  version.isNew = true;
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('A new version of Halcyon is ready.')).toBeVisible();
  // The server no longer has the chunks of the old version, but the page has them cached.
  const menu = new Menu(page);
  await menu.open();
  await menu.panel.getByText('Help', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  await expect(page.getByText('A new version of Halcyon is ready.')).toHaveCount(0);
  proxy.closeAllConnections();
  proxy.close();
});

/** A proxy in front of the server; once `isNew` is set, the worker file differs and one chunk has another name. */
async function startProxy(origin: string, version: { isNew: boolean }): Promise<HttpServer> {
  const renamed = /Contact-([\w-]+)\.js/g;
  const proxy = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (version.isNew && /\/assets\/Contact-(?!new)[\w-]+\.js$/.test(path)) {
      response.writeHead(404).end();
      return;
    }
    const answer = await fetch(`${origin}${path.replace('Contact-new-', 'Contact-')}`, {
      headers: { cookie: request.headers.cookie ?? '' },
    });
    const type = answer.headers.get('content-type') ?? '';
    const isText = /javascript|html/.test(type);
    const body = isText ? await answer.text() : Buffer.from(await answer.arrayBuffer());
    const sent =
      version.isNew && isText
        ? String(body)
            .replace(renamed, 'Contact-new-$1.js')
            .replace(/"version":"\w{3}/, '"version":"new')
        : body;
    response.writeHead(answer.status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(sent);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}
