/** Push messages in a browser: Web Push through our service worker. */
import type { PushAddress, PushPermission } from './bridge.ts';

const workerPath = '/worker.js';

export function webPushPermission(): PushPermission {
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'unsupported';
  return Notification.permission === 'default' ? 'prompt' : Notification.permission;
}

/** Asks for permission and subscribes. Only after a press: browsers block prompts without a user gesture. */
export async function subscribeToPush(publicKey: string | null): Promise<PushPermission> {
  if (webPushPermission() === 'unsupported' || publicKey === null) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return webPushPermission();
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription for an earlier key of the server would be rejected.
  await (await pushManager.getSubscription())?.unsubscribe();
  await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return 'granted';
}

/** Messages to a subscription for an earlier key of the server are rejected: it is replaced, which needs no press. */
export async function webPushAddress(publicKey: string | null): Promise<PushAddress | null> {
  let current = await subscription();
  if (current && publicKey !== null && !isFor(publicKey, current)) {
    await subscribeToPush(publicKey);
    current = await subscription();
  }
  const { endpoint, keys } = current?.toJSON() ?? {};
  if (!endpoint || !keys?.p256dh || !keys.auth) return null;
  return { kind: 'webpush', endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}

/** Assumed where the browser does not tell. */
function isFor(publicKey: string, { options }: PushSubscription): boolean {
  if (!options?.applicationServerKey) return true;
  const bytes = new Uint8Array(options.applicationServerKey);
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}

export async function unsubscribeFromPush(): Promise<void> {
  await (await subscription())?.unsubscribe();
}

async function subscription(): Promise<PushSubscription | null | undefined> {
  if (webPushPermission() !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return registration?.pushManager.getSubscription();
}
