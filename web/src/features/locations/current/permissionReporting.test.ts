/** What follows from the permission: who hears of it, in which words, and what is forgotten. */
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createApi } from '../../../api/client.ts';
import type { LocationPermission, Position } from '../../../platform/bridge.ts';
import { Locator } from '../../../platform/geolocation/Locator.ts';
import { createWebBridge } from '../../../platform/webBridge.ts';
import { fallbackTokenKey } from '../../../storage/keys.ts';
import { readStored, writeStored } from '../../../storage/store.ts';
import { buildCurrent } from '../../../testing/locations.ts';
import { network } from '../../../testing/network.ts';
import { signIn } from '../../../testing/renderApp.tsx';
import { forgetPositionOfOtherUser, startPermissionReporting } from './permissionReporting.ts';

let told: Array<{ path: string; permission: string; client_id?: string }>;

beforeEach(() => {
  told = [];
  network.use(
    ...['permission', 'permission/anonymous'].map((path) =>
      http.post(`*/api/locations/${path}`, async ({ request }) => {
        told.push({ path, ...((await request.json()) as { permission: string }) });
        return HttpResponse.json({ permission: 'UNKNOWN' });
      }),
    ),
  );
});

function open(permission: LocationPermission, position?: Position) {
  const bridge = {
    ...createWebBridge(),
    locationPermission: async () => permission,
    currentPosition: async () => position ?? ({ isKnown: false, reason: 'unavailable' } as const),
  };
  const locator = new Locator(bridge);
  const { client, session } = createApi({
    reload: () => undefined,
    resetLocations: () => undefined,
  });
  startPermissionReporting(locator, session, client);
  return { locator, session };
}

const heard = (count: number) => vi.waitFor(() => expect(told).toHaveLength(count));

// [R3.08, R6.04]
describe('the server is told', () => {
  test.each([
    ['granted', 'ALWAYS'],
    ['denied', 'DENIED'],
    ['prompt', 'UNKNOWN'],
    ['unsupported', 'UNKNOWN'],
  ] as const)('%s as %s', async (permission, word) => {
    await open(permission).locator.locate(true);
    await heard(1);
    expect(told[0]?.permission).toBe(word);
  });

  test('by the visitor’s call, under the id of this browser', async () => {
    await open('granted').locator.check();
    await heard(1);
    expect(told[0]).toMatchObject({
      path: 'permission/anonymous',
      client_id: readStored('clientId'),
    });
  });

  test('by the person’s own call when a cookie is there', async () => {
    signIn();
    await open('granted').locator.check();
    await heard(1);
    expect(told).toEqual([{ path: 'permission', permission: 'ALWAYS' }]);
  });

  test('by the person’s own call when only the fallback token is there', async () => {
    sessionStorage.setItem(fallbackTokenKey, 'token');
    await open('granted').locator.check();
    await heard(1);
    expect(told[0]?.path).toBe('permission');
  });

  test('nothing before anybody was asked, and nothing twice', async () => {
    const { locator } = open('prompt');
    await locator.check();
    expect(told).toEqual([]);
    expect(readStored('clientId')).toBeNull();
    await locator.locate(true);
    await heard(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_000 });
    await locator.locate(true);
    expect(told).toHaveLength(1);
  });
});

test('a denial forgets where the person was', async () => {
  writeStored('currentLocation', buildCurrent('Mitte'));
  await open('denied').locator.check();
  expect(readStored('currentLocation')).toBeNull();
});

// [R4.15]
test('a name from somebody’s saved place is not left to the next person', () => {
  writeStored('currentLocation', buildCurrent('Mitte'));
  forgetPositionOfOtherUser();
  expect(readStored('currentLocation')?.name).toBe('Mitte');
  writeStored('currentLocation', buildCurrent('Grandma', { originalId: 'id-Grandma' }));
  forgetPositionOfOtherUser();
  expect(readStored('currentLocation')).toBeNull();
});

// [R3.07]
test('a sign-in gives up the visitor’s id, whose searches have moved', async () => {
  writeStored('clientId', '6f1c1c9e-0000-4000-8000-000000000000');
  signIn();
  const { session } = open('prompt');
  session.start();
  await vi.waitFor(() => expect(readStored('clientId')).toBeNull());
});
