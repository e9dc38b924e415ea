/** A subscription that the browser has renewed is registered without a visit. */
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { network } from '../testing/network.ts';
import type { SubscriptionChangeEvent } from './scope.ts';

const subscription = (endpoint: string) => ({
  options: { applicationServerKey: new ArrayBuffer(65) },
  toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
});

/** Registers with this answer of the server first; returns what it was sent. */
async function renew(event: object, { isSignedIn = true, firstStatus = 201 } = {}) {
  const sent: unknown[] = [];
  const cookies = new Map(
    isSignedIn
      ? [
          ['csrf_access_token', 'one'],
          ['csrf_refresh_token', 'two'],
        ]
      : [],
  );
  let status = firstStatus;
  network.use(
    http.post('*/api/push/subscriptions', async ({ request }) => {
      const { endpoint } = (await request.json()) as { endpoint: string };
      sent.push([endpoint, request.headers.get('X-CSRF-TOKEN')]);
      const answer = HttpResponse.json({}, { status });
      status = 201;
      return answer;
    }),
    http.post('*/api/auth/refresh', ({ request }) => {
      sent.push(['refresh', request.headers.get('X-CSRF-TOKEN')]);
      cookies.set('csrf_access_token', 'three');
      return HttpResponse.json({});
    }),
  );
  vi.stubGlobal('cookieStore', {
    get: async (name: string) => (cookies.has(name) ? { value: cookies.get(name) } : null),
  });
  vi.stubGlobal('registration', {
    pushManager: { subscribe: async () => subscription('https://push.example/again') },
  });
  const { registerRenewed } = await import('./pushRenewal.ts');
  await registerRenewed(event as SubscriptionChangeEvent);
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

test('the new subscription is sent with the session', async () => {
  const sent = await renew({ newSubscription: subscription('https://push.example/new') });
  expect(sent).toEqual([['https://push.example/new', 'one']]);
});

test('without a new one the worker subscribes with the same key', async () => {
  const sent = await renew({
    newSubscription: null,
    oldSubscription: subscription('https://push.example/old'),
  });
  expect(sent).toEqual([['https://push.example/again', 'one']]);
});

test('an expired access token is refreshed first', async () => {
  const event = { newSubscription: subscription('https://push.example/new') };
  expect(await renew(event, { firstStatus: 401 })).toEqual([
    ['https://push.example/new', 'one'],
    ['refresh', 'two'],
    ['https://push.example/new', 'three'],
  ]);
});

test('nothing is sent for a visitor', async () => {
  const event = { newSubscription: subscription('https://push.example/new') };
  expect(await renew(event, { isSignedIn: false })).toEqual([]);
});
