/** Push notifications in a browser: enabled by our control, and shown by our service worker. */
import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { signUp } from '../support/account.ts';
import type { Server, Settings } from '../support/servers/server.ts';
import { expect, test } from '../support/test.ts';

test.use({ expectedErrors: /third-party request/, serviceWorkers: 'allow' });
test.skip(({ isMobile }) => isMobile, 'the width of a page changes nothing here');

function makeKeys() {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // Node leaves out leading zeros, of one key in 256.
  const key = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex');
  return { public: publicKey, private: key.toString('base64url') };
}

/** A server with keys for push notifications. */
async function startPushServer(start: (settings: Settings) => Promise<Server>) {
  const keys = makeKeys();
  const server = await start({
    HALCYON_VAPID_PUBLIC_KEY: keys.public,
    HALCYON_VAPID_PRIVATE_KEY: keys.private,
  });
  return { server, publicKey: keys.public };
}

/** Headless Chromium has no push service, so the subscription is mocked, with real keys. */
async function mockPushService(page: Page) {
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString('hex')}`,
    keys: {
      p256dh: makeKeys().public,
      auth: randomBytes(16).toString('base64url'),
    },
  };
  await page.addInitScript((made) => {
    const storageKey = 'test-subscription';
    const current = () =>
      sessionStorage.getItem(storageKey)
        ? {
            toJSON: () => made,
            unsubscribe: async () => {
              sessionStorage.removeItem(storageKey);
              return true;
            },
          }
        : null;
    PushManager.prototype.getSubscription = async () => current() as never;
    PushManager.prototype.subscribe = async (options) => {
      sessionStorage.setItem(storageKey, String(options?.applicationServerKey));
      return current() as never;
    };
  }, subscription);
  return subscription;
}

async function allowNotifications(context: BrowserContext, origin: string) {
  await context.grantPermissions(['notifications'], { origin });
}

// [R1.19, R4.21, R4.22]
test('push notifications are enabled in the settings, shown and opened', async ({
  page,
  context,
  startOwnServer,
}) => {
  const { server, publicKey } = await startPushServer(startOwnServer);
  await signUp(context, server.url, 'ada');
  await allowNotifications(context, server.url);
  await mockPushService(page);
  const calls: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname === '/api/push/subscriptions') {
      calls.push(`${answer.request().method()} ${answer.status()}`);
    }
  });

  await page.goto(`${server.url}/settings`);
  await expect(page.getByText('Get notified about severe weather at your places')).toBeVisible();
  // There is no subscription before the button is pressed.
  expect(await page.evaluate(() => sessionStorage.getItem('test-subscription'))).toBeNull();
  await page.getByRole('button', { name: 'Allow push notifications' }).click();
  await expect(page.getByText('This device shows push notifications.')).toBeVisible();
  await expect.poll(() => calls).toEqual(['POST 201']);
  expect(await page.evaluate(() => sessionStorage.getItem('test-subscription'))).toBe(publicKey);

  await deliver(page, context, server.url, {
    title: 'Severe thunderstorm in Berlin',
    body: 'Until 18:00',
    url: '/?lat=52.52&lon=13.41&name=Berlin',
    tag: 'storm',
  });
  await expect
    .poll(() => shownNotifications(page))
    .toEqual([{ title: 'Severe thunderstorm in Berlin', body: 'Until 18:00', tag: 'storm' }]);

  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await scope.registration.getNotifications();
    const event = new Event('notificationclick');
    Object.assign(event, { notification, waitUntil: () => undefined });
    self.dispatchEvent(event);
  });
  await expect.poll(() => shownNotifications(page)).toEqual([]);

  // At each start the page registers again, because the device may have changed.
  await page.goto(`${server.url}/settings`);
  await expect.poll(() => calls).toEqual(['POST 201', 'POST 201']);
  await page.getByRole('button', { name: 'Stop on this device' }).click();
  await expect(page.getByRole('button', { name: 'Allow push notifications' })).toBeVisible();
  await expect.poll(() => calls.at(-1)).toBe('DELETE 200');
});

test('an unreadable message is shown with a default text', async ({
  page,
  context,
  startOwnServer,
}) => {
  const { server } = await startPushServer(startOwnServer);
  await signUp(context, server.url, 'ada');
  await allowNotifications(context, server.url);
  await mockPushService(page);
  await page.goto(`${server.url}/locations`);
  await page.getByRole('button', { name: 'Allow push notifications' }).click();
  await expect(page.getByText('This device shows push notifications.')).toBeVisible();
  await deliver(page, context, server.url, 'not a message');
  await expect
    .poll(() => shownNotifications(page))
    .toEqual([{ title: 'Halcyon', body: '', tag: '' }]);
});

/** Delivers a message to the worker as the browser does, and waits until it is shown. */
async function deliver(page: Page, context: BrowserContext, origin: string, message: unknown) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const browser = await context.newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const data = typeof message === 'string' ? message : JSON.stringify(message);
  const shown = await watchNotification(context);
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationId,
    data,
  });
  await shown.evaluate(({ end }) => end);
}

/** Chromium loses a notification when the list is requested while it is being shown, so this waits for it. */
async function watchNotification(context: BrowserContext) {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  return worker.evaluateHandle(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const show = registration.showNotification.bind(registration);
    const end = new Promise<void>((resolve) => {
      registration.showNotification = async (...notification) => {
        await show(...notification);
        resolve();
      };
    });
    return { end };
  });
}

function shownNotifications(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });
}
