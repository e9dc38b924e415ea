/** An alert from its source to the page: the strip, the coverage of other places, and the notification of a user. */
import { signUp } from '../support/account.ts';
import { deviceId } from '../support/nativeWrapper.ts';
import { postAsUser } from '../support/postAsUser.ts';
import { startAlertSource } from '../support/servers/alertSource.ts';
import { type OneSignal, startOneSignal } from '../support/servers/oneSignal.ts';
import { startServer } from '../support/servers/server.ts';
import { test as base, expect, expectAccessible } from '../support/test.ts';

interface Servers {
  oneSignal: OneSignal;
  server: Awaited<ReturnType<typeof startServer>>;
}

const test = base.extend<object, Servers>({
  oneSignal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the first argument destructured.
    async ({}, use) => {
      const oneSignal = await startOneSignal();
      await use(oneSignal);
      await oneSignal.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ oneSignal }, use) => {
      const source = await startAlertSource();
      const server = await startServer({
        ...oneSignal.settings,
        HALCYON_CAP_FEEDS: source.feed,
        // No alert of our own beside the official one, on whatever day this runs.
        HALCYON_SIMULATED_SCENARIO: 'calm',
      });
      await use(server);
      await server.stop();
      await source.stop();
    },
    { scope: 'worker' },
  ],
});

/** The server checks for alerts every few seconds. */
const alertCheck = { timeout: 60_000, intervals: [1000] };

// [R1.07]
test('an alert is at the top of the page with its full text, and missing coverage is not shown as no alerts', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const strip = page.getByRole('region', { name: 'Alerts' });
  await expect(async () => {
    await page.goto('/');
    await expect(strip).toBeVisible({ timeout: 5000 });
  }).toPass(alertCheck);
  await strip.getByText('Official storm warning').click();
  await expect(strip.getByText('Gales from the west.')).toBeVisible();
  await expect(strip.getByText('Stay indoors.')).toBeVisible();
  await expect(strip.getByText('Issued by Deutscher Wetterdienst').first()).toBeVisible();
  await expect(strip.getByText('Severe', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/?lat=48.14&lon=11.58&name=Munich');
  await expect(page.getByText('No alerts in force')).toBeVisible();
  await page.goto('/?lat=41.01&lon=28.98&name=Istanbul');
  await expect(page.getByText('Official alerts are not available for this country')).toBeVisible();
});

// [R1.19]
test('a user with a saved place is notified on the registered device, and finds the notification in the list', async ({
  page,
  context,
  baseURL,
  oneSignal,
  isMobile,
}) => {
  test.skip(isMobile, 'the same list on every width');
  test.setTimeout(120_000);
  await signUp(context, baseURL, 'Ada');
  const registered = await postAsUser(context, baseURL, '/api/auth/update-onesignal', {
    onesignal_id: deviceId,
  });
  expect(registered.status()).toBe(200);
  const saved = await postAsUser(context, baseURL, '/api/locations', {
    name: 'Summer house',
    latitude: 52.52,
    longitude: 13.41,
    location_type: 'Home',
    alerts_enabled: true,
  });
  expect(saved.status()).toBe(201);

  const entry = page.getByRole('listitem').filter({ hasText: 'Official storm warning' });
  await expect(async () => {
    await page.goto('/notifications');
    await expect(entry).toBeVisible({ timeout: 3000 });
  }).toPass(alertCheck);
  await expect(entry).toContainText('New: Official storm warning');
  await expect(entry).toContainText('Summer house');
  await expect(entry).toContainText('by push notification');
  await expectAccessible(page);
  const pushed = () =>
    oneSignal.requests
      .filter(({ include_subscription_ids }) => include_subscription_ids.includes(deviceId))
      .map(({ headings }) => headings.en);
  await expect.poll(pushed, alertCheck).toEqual([expect.stringContaining('Summer house')]);

  await page.goto('/settings');
  const preferencesSaved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/user/preferences') && response.request().method() === 'POST',
  );
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await preferencesSaved;
  await page.getByRole('link', { name: 'Was dir gesendet wurde' }).click();
  await expect(page.getByText('Neu: Amtliche Warnung vor Sturm')).toBeVisible();
});
