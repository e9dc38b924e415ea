/** The service worker: shows push messages, and opens what they are about. */

/** What the server sends, encrypted for this browser. */
interface PushMessage {
  title: string;
  body: string;
  /** A path of ours. */
  url: string;
  /** A newer message with the same tag takes the place of the older one. */
  tag?: string;
}

// The page and its worker share one set of types; the worker's own globals are named here.
interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface PushEvent extends ExtendableEvent {
  data: { json: () => unknown } | null;
}
interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}
interface WindowClient {
  url: string;
  focus: () => Promise<WindowClient>;
  navigate: (url: string) => Promise<WindowClient | null>;
}
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  location: Location;
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<WindowClient[]>;
    openWindow: (url: string) => Promise<WindowClient | null>;
    claim: () => Promise<void>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: {
    (name: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
    (name: 'push', listener: (event: PushEvent) => void): void;
    (name: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  };
}

const worker = self as unknown as WorkerScope;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

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
