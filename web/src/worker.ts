/** The service worker: caches the page for offline use, shows push messages and opens their target. */
import { startCaching } from './worker/caching.ts';
import { registerRenewed } from './worker/pushRenewal.ts';
import { type PushEvent, worker } from './worker/scope.ts';

/** The payload of a push message. */
interface PushMessage {
  title: string;
  body: string;
  /** A path of the app. */
  url: string;
  /** A newer message replaces an older one with the same tag. */
  tag?: string;
  severity?: string;
}

/** An extreme alert stays on the screen, and vibrates longer than any other message. */
const extremeLook = { requireInteraction: true, vibrate: [400, 150, 400, 150, 800] };

startCaching();

worker.addEventListener('push', (event) => {
  const { title, body, url, tag, severity } = readMessage(event.data);
  const shown = worker.registration.showNotification(title, {
    body,
    icon: '/icons/icon-192.png',
    data: { url },
    ...(tag !== undefined && { tag }),
    ...(severity === 'extreme' && extremeLook),
  });
  event.waitUntil(shown);
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(registerRenewed(event));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(readUrl(event.notification.data)));
});

/** Falls back to a generic text: browsers require a visible notification for every push message. */
function readMessage(data: PushEvent['data']): PushMessage {
  let message: Partial<Record<keyof PushMessage, unknown>> = {};
  try {
    message = (data?.json() ?? {}) as typeof message;
  } catch {
    // An unreadable payload gives the generic text.
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    title: text(message.title) || 'Halcyon',
    body: text(message.body),
    url: readUrl(message),
    ...(text(message.tag) && { tag: text(message.tag) }),
    ...(text(message.severity) && { severity: text(message.severity) }),
  };
}

/** Only addresses of our own origin are opened. */
function readUrl(data: unknown): string {
  const { url } = (data ?? {}) as { url?: unknown };
  const { origin } = worker.location;
  const address = new URL(typeof url === 'string' ? url : '/', origin);
  return address.origin === origin ? address.href : `${origin}/`;
}

async function open(url: string): Promise<void> {
  const [known] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!known) {
    await worker.clients.openWindow(url);
    return;
  }
  const focused = await known.focus();
  if (focused.url !== url) await focused.navigate(url);
}
