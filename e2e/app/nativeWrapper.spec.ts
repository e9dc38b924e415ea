/** The same build inside the native wrapper: its real SDK runs, only the device behind it is mocked. */
import { Dashboard } from '../pages/dashboard.ts';
import { Locations } from '../pages/locations.ts';
import { Menu } from '../pages/menu.ts';
import { signUp } from '../support/account.ts';
import {
  androidAgent,
  deviceId,
  iosAgent,
  mockNative,
  nativeCalls,
} from '../support/nativeWrapper.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { expect, test } from '../support/test.ts';

test.use({ userAgent: iosAgent });
test.skip(({ isMobile }) => !isMobile, 'the wrapper is a phone');

// [R1.21, R9.04]
test('the position comes from the bridge, with the specified accuracy', async ({ page }) => {
  await mockNative(page);
  const locations = new Locations(page);
  await locations.open();
  await expect(locations.current.getByRole('button', { name: /^Istanbul|^Fatih/ })).toBeVisible();
  const [call] = await nativeCalls(page, 'location_current');
  expect(call?.body).toMatchObject({
    minAccuracy: 50,
    accuracyType: 'Best',
    priority: 'BALANCED',
    // Without a press the settings of the device must not open.
    fallbackToSettings: false,
  });
});

// [R4.17]
test('a denial counts only after the app has asked', async ({ page }) => {
  await mockNative(page, {
    answers: { location_permission: { status: 'DENIED' }, location_current: { status: 'Error' } },
  });
  const locations = new Locations(page);
  await locations.open();
  await expect(locations.current.getByText('Not asked yet')).toBeVisible();
  await locations.useMine.click();
  await expect(locations.current.getByText('Location blocked')).toBeVisible();
  await expect(locations.current.getByRole('alert')).toContainText(
    'Location permission has been denied.',
  );
  const [call] = await nativeCalls(page, 'location_current');
  expect(call?.body).toMatchObject({ fallbackToSettings: true });
  await page.reload();
  await expect(locations.current.getByText('Location blocked')).toBeVisible();
  await locations.current.getByRole('button', { name: 'Try Again' }).click();
  await expect(locations.current.getByRole('alert')).toContainText(
    'Location permission previously denied.',
  );
  await locations.current.getByRole('button', { name: 'Open device settings' }).click();
  expect(await nativeCalls(page, 'open_appsettings')).toHaveLength(1);
});

test.describe('a device that does not answer', () => {
  for (const [name, native] of [
    ['an unanswered permission check', { silent: ['location_permission'] }],
    ['an app too old for the call', { version: 5 }],
  ] as const) {
    // [R9.03]
    test(`${name} counts as not asked after 5 seconds`, async ({ page }) => {
      await mockNative(page, native);
      await page.clock.install();
      const locations = new Locations(page);
      await locations.open();
      await expect(locations.current.getByText('Finding your location…').first()).toBeVisible();
      await page.clock.fastForward(5_000);
      await expect(locations.current.getByText('Not asked yet')).toBeVisible();
    });
  }

  // [R8.01, R9.03]
  test('an unanswered position request times out after 12 seconds', async ({ page }) => {
    await mockNative(page, {
      answers: { location_permission: { status: 'DENIED' } },
      silent: ['location_current'],
    });
    await page.clock.install();
    const locations = new Locations(page);
    await locations.open();
    await locations.useMine.click();
    await expect.poll(() => nativeCalls(page, 'location_current')).toHaveLength(1);
    await page.clock.fastForward(12_000);
    await expect(locations.current.getByRole('alert')).toContainText(
      'Permission request timed out - you can try again later',
    );
  });

  test('a position request to an app too old for it times out as well', async ({ page }) => {
    await mockNative(page, { version: 5 });
    await page.clock.install();
    const locations = new Locations(page);
    await locations.open();
    await page.clock.fastForward(5_000);
    await locations.useMine.click();
    // First the permission check times out, then the position request.
    await page.clock.fastForward(5_000);
    await page.clock.runFor(12_000);
    await expect(locations.current.getByRole('alert')).toContainText(
      'Permission request timed out - you can try again later',
    );
  });
});

// [R8.01]
for (const [answer, text] of [
  [{ status: 'Error' }, 'Location request failed: Error. Please try again.'],
  [{ status: 'Timeout' }, 'Location request timed out - please try again'],
  [{ status: 'Success' }, 'Location unavailable - please try again'],
] as const) {
  test(`a position with ${JSON.stringify(answer)} is explained`, async ({ page }) => {
    await mockNative(page, { answers: { location_current: answer } });
    const locations = new Locations(page);
    await locations.open();
    await expect(locations.current.getByRole('alert')).toContainText(text);
  });
}

test.describe('a wrapper without a bridge', () => {
  // [R1.21]
  test('falls back to the browser’s own position', async ({ page, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 48.2082, longitude: 16.3738 });
    const locations = new Locations(page);
    await locations.open();
    await expect(locations.current.getByRole('button', { name: /^Vienna/ })).toBeVisible();
  });

  // [R8.01]
  test('without geolocation says that the device does not support it', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'geolocation');
    });
    const locations = new Locations(page);
    await locations.open();
    await expect(
      locations.current.getByText('Location services are not available on this device'),
    ).toBeVisible();
  });
});

test.describe('on Android', () => {
  test.use({ userAgent: androidAgent });

  // [R1.21]
  test('the bridge is the same', async ({ page }) => {
    await mockNative(page);
    const locations = new Locations(page);
    await locations.open();
    await expect.poll(() => nativeCalls(page, 'location_current')).toHaveLength(1);
  });
});

test.describe('push notifications', () => {
  // [R1.19, R3.10, R4.21, R4.22]
  test('are requested once after the sign-in, and the device is registered on the server', async ({
    page,
    context,
    baseURL,
  }) => {
    await signUp(context, baseURL, 'ada');
    await mockNative(page);
    const synced = page.waitForResponse('**/api/auth/update-onesignal');
    await page.goto('/settings');
    expect((await synced).status()).toBe(200);
    await expect(page.getByText('This device shows push notifications.')).toBeVisible();
    expect(await nativeCalls(page, 'push_register')).toHaveLength(1);
    await page.reload();
    await expect.poll(() => nativeCalls(page, 'push_permission')).toHaveLength(1);
    expect(await nativeCalls(page, 'push_register')).toHaveLength(0);
  });

  test('are not requested from a visitor', async ({ page }) => {
    await mockNative(page);
    await new Dashboard(page).open();
    expect(await nativeCalls(page, 'push_permission')).toEqual([]);
    expect(await nativeCalls(page, 'push_register')).toEqual([]);
  });

  // [R8.05]
  test('stay off without an alert when denied, and can be requested again', async ({
    page,
    context,
    baseURL,
  }) => {
    await signUp(context, baseURL, 'ada');
    await mockNative(page, { answers: { push_register: { status: false } } });
    const log: string[] = [];
    page.on('console', (message) => log.push(message.text()));
    await page.goto('/settings');
    await expect(page.getByText('Push notifications are blocked on this device.')).toBeVisible();
    await expect.poll(() => log).toContain('Permission denied or failed');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: 'Allow push notifications' }).click();
    await expect.poll(() => nativeCalls(page, 'push_register')).toHaveLength(2);
  });

  // [R4.21, R8.05]
  test('a device id that is missing at first is registered at the next start', async ({
    page,
    context,
    baseURL,
  }) => {
    await signUp(context, baseURL, 'ada');
    const late = await context.newPage();
    await mockNative(late, { answers: { onesignal_playerid: { playerId: null } } });
    const log: string[] = [];
    late.on('console', (message) => log.push(message.text()));
    await late.goto('/');
    await expect.poll(() => log).toContain('OneSignal permission denied or not available');
    await late.close();
    await mockNative(page, { answers: { push_permission: { status: true } } });
    const synced = page.waitForRequest('**/api/auth/update-onesignal');
    await page.goto('/');
    expect((await (await synced).response())?.status()).toBe(200);
    expect(deviceId).toHaveLength(36);
  });
});

// [R2.20]
test('the admin opens the native console with one call', async ({ page, context, baseURL }) => {
  await signUp(context, baseURL, 'ada');
  await mockNative(page);
  // The HTML contains the session, so it is changed there.
  await page.route(`${baseURL}/`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"debug_console":false', '"debug_console":true');
    await route.fulfill({ response: answer, body });
  });
  await new Dashboard(page).open();
  const menu = new Menu(page);
  await menu.open();
  await menu.panel.getByText('Debug Console').click();
  await expect.poll(() => nativeCalls(page, 'app_console')).toHaveLength(1);
});

test.describe('sign-in with Google', () => {
  test.use({ expectedErrors: /third-party request/ });

  test('opens the system’s browser, once', async ({ page, startOwnServer }) => {
    const server = await startOwnServer({ HALCYON_GOOGLE_CLIENT_IDS: 'web.apps.example' });
    await mockNative(page);
    await page.goto(`${server.url}/login`);
    await page.getByRole('button', { name: /Google/ }).click();
    await expect.poll(() => nativeCalls(page, 'open_link')).toHaveLength(1);
    const [call] = await nativeCalls(page, 'open_link');
    expect(call?.body).toMatchObject({ view: 'external' });
    expect(String(call?.body?.url)).toContain('/api/auth/google/start?');
  });
});

test('moving a place vibrates', async ({ page, context, baseURL }) => {
  await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Berlin', 'Wien');
  await mockNative(page);
  const locations = new Locations(page);
  await locations.open();
  await locations.handle('Wien').focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => nativeCalls(page, 'haptic_impact')).toHaveLength(1);
});
