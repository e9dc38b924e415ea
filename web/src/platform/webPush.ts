/** Push messages in a browser: standard Web Push through our own service worker. */
import type { PushAddress, PushPermission } from './bridge.ts';

const workerPath = '/worker.js';

export function webPushPermission(): PushPermission {
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'unsupported';
  return Notification.permission === 'default' ? 'prompt' : Notification.permission;
}

/** Asks the person and, allowed, gets an address. Only ever after a press: browsers punish anything else. */
export async function subscribeToPush(publicKey: string | null): Promise<PushPermission> {
  if (webPushPermission() === 'unsupported' || publicKey === null) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return webPushPermission();
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One made for another key of the server's would be refused.
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
