/** Chromium's geolocation: allowed, denied, unavailable, slow and missing. */
import type { Page } from '@playwright/test';
import { Locations } from '../pages/locations.ts';
import { signUp } from '../support/account.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ isMobile }) => isMobile, 'on a phone the tests of the native wrapper cover the same');

const vienna = { latitude: 48.2082, longitude: 16.3738 };

/** Records which endpoint stored which permission. */
function recordPermissions(page: Page) {
  const reported: string[] = [];
  page.on('response', async (answer) => {
    const path = new URL(answer.url()).pathname;
    if (!path.startsWith('/api/locations/permission')) return;
    reported.push(`${path.replace('/api/locations/', '')} ${(await answer.json()).permission}`);
  });
  return reported;
}

// [R1.17, R3.05, R6.04]
test('allowed: the place has its name and weather, is stored, and the permission is reported', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(vienna);
  const reported = recordPermissions(page);
  const locations = new Locations(page);
  await locations.open();
  await expect(locations.current.getByText('Location allowed')).toBeVisible();
  // The first reverse geocoding takes the server a moment.
  await expect(locations.current.getByRole('button', { name: /^Vienna/ })).toContainText(/-?\d+°/, {
    timeout: 20_000,
  });
  await expect.poll(() => reported).toEqual(['permission/anonymous ALWAYS']);
  const stored = await page.evaluate(() => localStorage.getItem('current_location'));
  expect(JSON.parse(stored ?? '').value).toMatchObject({
    id: 'current',
    isCurrent: true,
    originalId: null,
    ...vienna,
  });
});

// [R4.18, R6.04]
test('near a saved place it has the name of that place', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(vienna);
  await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Wien');
  const reported = recordPermissions(page);
  const locations = new Locations(page);
  await locations.open();
  await expect(locations.current.getByRole('button', { name: /^Wien/ })).toBeVisible();
  await expect(locations.current.getByRole('button', { name: 'Save this place' })).toBeHidden();
  await expect.poll(() => reported).toEqual(['permission ALWAYS']);
});

// [R8.01]
test('blocked before: it explains what to do and does not prompt', async ({ page, context }) => {
  await context.clearPermissions();
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.send('Browser.setPermission', {
    browserContextId: targetInfo.browserContextId,
    permission: { name: 'geolocation' },
    setting: 'denied',
  });
  const reported = recordPermissions(page);
  const locations = new Locations(page);
  await locations.open();
  await expect(locations.current.getByText('Geolocation permission denied')).toBeVisible();
  await locations.current.getByRole('button', { name: 'Try Again' }).click();
  await expect(locations.current.getByRole('alert')).toContainText(
    'Location permission previously denied. Please enable location access in your browser settings to use this feature.',
  );
  await expect(locations.current.getByRole('alert')).toContainText(
    'You can also search for your place.',
  );
  await expect.poll(() => reported).toEqual(['permission/anonymous DENIED']);
});

/** Mocks the browser's answer as an error code of the API, or no answer. */
async function mockGeolocation(page: Page, code: number | null, state: PermissionState = 'prompt') {
  await page.addInitScript(
    ([error, permission]) => {
      navigator.permissions.query = async () => ({ state: permission }) as PermissionStatus;
      navigator.geolocation.getCurrentPosition = (_found, failed) => {
        if (error !== null) failed?.({ code: error } as GeolocationPositionError);
      };
    },
    [code, state] as const,
  );
}

// [R8.01]
for (const [name, code, state, text] of [
  ['closed unanswered', 1, 'prompt', 'Location access was not granted - please try again'],
  ['unavailable', 2, 'granted', 'Location unavailable - please try again'],
  ['too slow', 3, 'granted', 'Location request timed out - please try again'],
  ['broken', 9, 'prompt', 'Unable to get current position'],
] as const) {
  test(`${name}: it shows what happened and can be tried again`, async ({ page }) => {
    await mockGeolocation(page, code, state);
    const locations = new Locations(page);
    await locations.open();
    if (state === 'prompt') await locations.useMine.click();
    await expect(locations.current.getByRole('alert')).toContainText(text);
    await expect(locations.useMine).toBeEnabled();
  });
}

// [R8.01]
test('denied in the prompt', async ({ page }) => {
  await page.addInitScript(() => {
    let state: PermissionState = 'prompt';
    navigator.permissions.query = async () => ({ state }) as PermissionStatus;
    navigator.geolocation.getCurrentPosition = (_found, failed) => {
      state = 'denied';
      failed?.({ code: 1 } as GeolocationPositionError);
    };
  });
  const locations = new Locations(page);
  await locations.open();
  await locations.useMine.click();
  await expect(locations.current.getByRole('alert')).toContainText(
    'Location permission has been denied. Please enable location access in your browser settings to use this feature.',
  );
});

// [R8.01, R9.03]
test('an unanswered prompt times out after 18 seconds', async ({ page }) => {
  await mockGeolocation(page, null);
  await page.clock.install();
  const locations = new Locations(page);
  await locations.open();
  await locations.useMine.click();
  await expect(locations.current.getByText('Finding your location…').first()).toBeVisible();
  await page.clock.fastForward(18_000);
  await expect(locations.current.getByRole('alert')).toContainText(
    'Permission request timed out - user may have dismissed the prompt',
  );
});

// [R8.01]
test('a browser without the API says so', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'geolocation');
  });
  const locations = new Locations(page);
  await locations.open();
  await expect(locations.current.getByText('Geolocation not supported')).toBeVisible();
  await expect(locations.useMine).toBeHidden();
});

test.describe('without a name', () => {
  test.use({ expectedErrors: /500/ });

  // [R8.01]
  test('a position that no address is found for still has its weather', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation(vienna);
    await page.route('**/api/locations/geocode/reverse*', (route) =>
      route.fulfill({ status: 500 }),
    );
    const locations = new Locations(page);
    await locations.open();
    await expect(locations.current.getByRole('button', { name: /^My location/ })).toContainText(
      /-?\d+°/,
    );
    await locations.current.getByRole('button', { name: 'Update' }).click();
    await expect(
      locations.current.getByText('Could not get address for current location'),
    ).toBeVisible();
  });
});
