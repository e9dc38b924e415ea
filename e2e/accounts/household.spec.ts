/** A household of four on a private http address: production without TLS, mail or a key in the settings. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { Dashboard } from '../pages/dashboard.ts';
import { Locations } from '../pages/locations.ts';
import { SignIn } from '../pages/signIn.ts';
import { freePort } from '../support/servers/freePort.ts';
import { startServer } from '../support/servers/server.ts';
import { expect, test } from '../support/test.ts';

/** Browsers treat loopback addresses as secure, so that the server needs another name. */
const host = 'halcyon.lan';
const password = 'kingfisher on a branch';

test.skip(({ isMobile }) => isMobile, 'the forms are the same on every width');
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const names = `--host-resolver-rules=MAP ${host} 127.0.0.1`;
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), names] });
    },
    { scope: 'worker' },
  ],
});

/** A device of the household; any error of the page fails the test. */
async function openDevice(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, locale: 'en' });
  await context.addInitScript(() => {
    const value = { id: null, name: 'Berlin', latitude: 52.52, longitude: 13.41 };
    localStorage.setItem('selected_location', JSON.stringify({ v: 1, value }));
    localStorage.setItem('onboarding_seen', JSON.stringify({ v: 1, value: true }));
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  return { page, errors };
}

test('four people register, save a place, see an alert, and stay signed in over a restart', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const port = await freePort();
  const origin = `http://${host}:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'halcyon-household-'));
  const start = () =>
    startServer({
      HALCYON_MODE: 'production',
      HALCYON_LISTEN: `127.0.0.1:${port}`,
      HALCYON_PUBLIC_URL: origin,
      HALCYON_SUPPORT_EMAIL: 'ada@mail.example',
      HALCYON_DATA_DIR: folder,
      HALCYON_SIMULATED_SCENARIO: 'severe-storm',
      HALCYON_LOG: 'error',
    });
  let server = await start();

  const { page, errors } = await openDevice(browser, origin);
  await new SignIn(page).register('ada@example.org', password);
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await new Dashboard(page).temperature.waitFor();
  const report = await page.evaluate(async () =>
    (await fetch('/api/weather?latitude=52.52&longitude=13.41')).json(),
  );
  expect(report.alerts.items.length).toBeGreaterThan(0);
  await expect(page.getByRole('region', { name: 'Alerts' })).toBeVisible();
  const locations = new Locations(page);
  await locations.open();
  await locations.find('Vienna');
  await locations.saveForm();
  // Nothing that needs https or mail is offered.
  await expect(page.getByText(/confirm your/i)).toBeHidden();

  for (const name of ['bob', 'cem', 'dia']) {
    const other = await openDevice(browser, origin);
    await other.page.goto('/login');
    const status = await other.page.evaluate(
      async (body) => {
        const headers = { 'Content-Type': 'application/json' };
        return (await fetch('/api/auth/register', { method: 'POST', headers, body })).status;
      },
      JSON.stringify({ email: `${name}@example.org`, password, first_name: name }),
    );
    expect(status).toBe(201);
    expect(other.errors).toEqual([]);
    await other.page.context().close();
  }

  await server.stop();
  server = await start();
  await locations.open();
  await expect(locations.handle('Vienna')).toBeVisible();
  expect(errors).toEqual([]);
  await page.context().close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
