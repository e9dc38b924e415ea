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

export async function webPushAddress(): Promise<PushAddress | null> {
  const { endpoint, keys } = (await subscription())?.toJSON() ?? {};
  if (!endpoint || !keys?.p256dh || !keys.auth) return null;
  return { kind: 'webpush', endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}

export async function unsubscribeFromPush(): Promise<void> {
  await (await subscription())?.unsubscribe();
}

async function subscription(): Promise<PushSubscription | null | undefined> {
  if (webPushPermission() !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return registration?.pushManager.getSubscription();
}
