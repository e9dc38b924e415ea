/** The service worker: keeps the page for times without a network, shows push messages and opens what they are about. */
import { startCaching } from './worker/caching.ts';
import { type PushEvent, worker } from './worker/scope.ts';

/** What the server sends, encrypted for this browser. */
interface PushMessage {
  title: string;
  body: string;
  /** A path of ours. */
  url: string;
  /** A newer message with the same tag takes the place of the older one. */
  tag?: string;
}

startCaching();

worker.addEventListener('push', (event) => {
  const { title, body, url, tag } = readMessage(event.data);
  const shown = worker.registration.showNotification(title, {
    body,
    icon: '/icons/icon-192.png',
    data: { url },
    ...(tag !== undefined && { tag }),
  });
  event.waitUntil(shown);
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(readUrl(event.notification.data)));
});

/** A browser that is woken must show something, also when the message cannot be read. */
function readMessage(data: PushEvent['data']): PushMessage {
  let message: Partial<Record<keyof PushMessage, unknown>> = {};
  try {
    message = (data?.json() ?? {}) as typeof message;
  } catch {
    // Not ours to understand.
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    title: text(message.title) || 'Halcyon',
    body: text(message.body),
    url: readUrl(message),
    ...(text(message.tag) && { tag: text(message.tag) }),
  };
}

/** Only addresses of our own are opened. */
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
