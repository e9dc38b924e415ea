/** The subscription of this browser, when the server's key has changed. */
import { afterEach, expect, test, vi } from 'vitest';
import { webPushAddress } from './webPush.ts';

/** RFC 8291, section 5: a public key and its bytes. */
const ownKey =
  'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';
const otherKey =
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const bytesOf = (key: string) => new Uint8Array(Buffer.from(key, 'base64url')).buffer;

/** A browser with a subscription for `key`, at an endpoint that changes with every subscription. */
function browserWith(key: ArrayBuffer | null) {
  let count = 1;
  const subscriptionFor = (applicationServerKey: ArrayBuffer | null) => ({
    options: { applicationServerKey },
    unsubscribe: vi.fn(async () => true),
    toJSON: () => ({
      endpoint: `https://push.example/${count}`,
      keys: { p256dh: 'p', auth: 'a' },
    }),
  });
  let current = subscriptionFor(key);
  const pushManager = {
    getSubscription: async () => current,
    subscribe: vi.fn(async ({ applicationServerKey }: { applicationServerKey: string }) => {
      count += 1;
      current = subscriptionFor(bytesOf(applicationServerKey));
    }),
  };
  const registration = { pushManager };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    permission: 'granted',
    requestPermission: async () => 'granted',
  });
  vi.stubGlobal('navigator', {
    serviceWorker: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  });
  return pushManager;
}

afterEach(() => vi.unstubAllGlobals());

test('a subscription for an earlier key of the server is replaced', async () => {
  const { subscribe } = browserWith(bytesOf(otherKey));
  expect(await webPushAddress(ownKey)).toMatchObject({ endpoint: 'https://push.example/2' });
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: ownKey });
});

test.each([
  ['for the same key', bytesOf(ownKey), ownKey],
  ['whose key the browser does not tell', null, ownKey],
  ['while the key is unknown', bytesOf(otherKey), null],
])('a subscription %s stays', async (_name, subscribed, publicKey) => {
  const { subscribe } = browserWith(subscribed);
  expect(await webPushAddress(publicKey)).toMatchObject({ endpoint: 'https://push.example/1' });
  expect(subscribe).not.toHaveBeenCalled();
});
