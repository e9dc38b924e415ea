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

const members = [
  ['ada', 'Vienna'],
  ['bob', 'Hamburg'],
  ['cem', 'Ankara'],
  ['dia', 'Athens'],
] as const;

/** Registers, sees the alert and saves a place, by the forms. */
async function moveIn(browser: Browser, origin: string, name: string, town: string) {
  const { page, errors } = await openDevice(browser, origin);
  await new SignIn(page).register(`${name}@example.org`, password);
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await new Dashboard(page).temperature.waitFor();
  await expect(page.getByRole('region', { name: 'Alerts' })).toBeVisible();
  const locations = new Locations(page);
  await locations.open();
  await locations.find(town);
  await locations.saveForm();
  await expect(locations.handle(town)).toBeVisible();
  // Nothing that needs https or mail is offered.
  await expect(page.getByText(/confirm your/i)).toBeHidden();
  return { locations, errors, town };
}

test('four people register, save a place, see an alert, and stay signed in over a restart', async ({
  browser,
}) => {
  test.setTimeout(240_000);
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
      // As on any other site.
      HALCYON_RATE_LIMITS: 'on',
      HALCYON_LOG: 'error',
    });
  let server = await start();

  const household: Awaited<ReturnType<typeof moveIn>>[] = [];
  for (const [name, town] of members) household.push(await moveIn(browser, origin, name, town));

  await server.stop();
  server = await start();
  for (const { locations, errors, town } of household) {
    await locations.open();
    await expect.poll(() => locations.order()).toEqual([town]);
    expect(errors).toEqual([]);
    await locations.page.context().close();
  }
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
