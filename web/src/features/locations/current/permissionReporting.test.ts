/** Reporting the location permission, and what a denial or a sign-in clears. */
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createApi } from '../../../api/client.ts';
import type { LocationPermission, Position } from '../../../platform/bridge.ts';
import { Locator } from '../../../platform/geolocation/Locator.ts';
import { step } from '../../../platform/geolocation/machine.ts';
import { createWebBridge } from '../../../platform/webBridge.ts';
import { fallbackTokenKey } from '../../../storage/keys.ts';
import { readStored, writeStored } from '../../../storage/store.ts';
import { buildCurrent } from '../../../testing/locations.ts';
import { network } from '../../../testing/network.ts';
import { signIn } from '../../../testing/renderApp.tsx';
import { clearPositionOfOtherUser } from './clearPosition.ts';
import { startPermissionReporting } from './permissionReporting.ts';

let reported: Array<{ path: string; permission: string; client_id?: string }>;

beforeEach(() => {
  reported = [];
  network.use(
    ...['permission', 'permission/anonymous'].map((path) =>
      http.post(`*/api/locations/${path}`, async ({ request }) => {
        reported.push({ path, ...((await request.json()) as { permission: string }) });
        return HttpResponse.json({ permission: 'UNKNOWN' });
      }),
    ),
  );
});

/** `isLate`: reporting is loaded after the app has started. */
function open(permission: LocationPermission, position?: Position, isLate = false) {
  const bridge = {
    ...createWebBridge(),
    locationPermission: async () => permission,
    currentPosition: async () => position ?? ({ isKnown: false, reason: 'unavailable' } as const),
  };
  const locator = new Locator(bridge, step);
  const { client, session } = createApi({
    reload: () => undefined,
    resetLocations: () => undefined,
  });
  const start = () => startPermissionReporting(locator, session, client);
  if (!isLate) start();
  return { locator, session, start };
}

const waitForReports = (count: number) => vi.waitFor(() => expect(reported).toHaveLength(count));

// [R3.08, R6.04]
describe('the permission is reported', () => {
  test.each([
    ['granted', 'ALWAYS'],
    ['denied', 'DENIED'],
    ['prompt', 'UNKNOWN'],
    ['unsupported', 'UNKNOWN'],
  ] as const)('%s as %s', async (permission, expected) => {
    await open(permission).locator.locate(true);
    await waitForReports(1);
    expect(reported[0]?.permission).toBe(expected);
  });

  test('by the visitor endpoint, with the id of this browser', async () => {
    await open('granted').locator.check();
    await waitForReports(1);
    expect(reported[0]).toMatchObject({
      path: 'permission/anonymous',
      client_id: readStored('clientId'),
    });
  });

  test('by the user endpoint when there is a cookie', async () => {
    signIn();
    await open('granted').locator.check();
    await waitForReports(1);
    expect(reported).toEqual([{ path: 'permission', permission: 'ALWAYS' }]);
  });

  test('by the user endpoint when there is only the fallback token', async () => {
    sessionStorage.setItem(fallbackTokenKey, 'token');
    await open('granted').locator.check();
    await waitForReports(1);
    expect(reported[0]?.path).toBe('permission');
  });

  test('also when it was read before reporting was loaded', async () => {
    const { locator, start } = open('granted', undefined, true);
    await locator.check();
    start();
    await waitForReports(1);
    expect(reported[0]?.permission).toBe('ALWAYS');
  });

  test('not before the user was asked, and not twice', async () => {
    const { locator } = open('prompt');
    await locator.check();
    expect(reported).toEqual([]);
    expect(readStored('clientId')).toBeNull();
    await locator.locate(true);
    await waitForReports(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_000 });
    await locator.locate(true);
    expect(reported).toHaveLength(1);
  });
});

test('a denial clears the stored position', async () => {
  writeStored('currentLocation', buildCurrent('Mitte'));
  await open('denied').locator.check();
  expect(readStored('currentLocation')).toBeNull();
});

// [R4.15]
test('a name from a saved place is not left to the next user', () => {
  writeStored('currentLocation', buildCurrent('Mitte'));
  clearPositionOfOtherUser();
  expect(readStored('currentLocation')?.name).toBe('Mitte');
  writeStored('currentLocation', buildCurrent('Grandma', { originalId: 'id-Grandma' }));
  clearPositionOfOtherUser();
  expect(readStored('currentLocation')).toBeNull();
});

test('a session that began before reporting was loaded moves the searches of the visitor', async () => {
  const moved = vi.fn();
  network.use(
    http.post('*/api/locations/history/adopt', async ({ request }) => {
      moved(await request.json());
      return HttpResponse.json({});
    }),
  );
  writeStored('clientId', '6f1c1c9e-0000-4000-8000-000000000000');
  signIn();
  const { session, start } = open('prompt', undefined, true);
  session.start();
  await vi.waitFor(() => expect(session.state.status).toBe('authenticated'));
  start();
  await vi.waitFor(() =>
    expect(moved).toHaveBeenCalledWith({ client_id: '6f1c1c9e-0000-4000-8000-000000000000' }),
  );
});

// [R3.07]
test('a sign-in clears the visitor id, because its searches have been moved', async () => {
  writeStored('clientId', '6f1c1c9e-0000-4000-8000-000000000000');
  signIn();
  const { session } = open('prompt');
  session.start();
  await vi.waitFor(() => expect(readStored('clientId')).toBeNull());
});
