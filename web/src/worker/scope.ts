/** Types of the service worker's globals, which the DOM library shared with the page does not declare. */
interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
export interface PushEvent extends ExtendableEvent {
  data: { json: () => unknown } | null;
}
export interface SubscriptionChangeEvent extends ExtendableEvent {
  /** Null in browsers that leave the renewal to the page. */
  newSubscription?: PushSubscription | null;
  oldSubscription: PushSubscription | null;
}
interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}
export interface FetchEvent extends ExtendableEvent {
  request: Request;
  /** The response of the navigation preload, if enabled. */
  preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
}
interface MessageFromPage extends ExtendableEvent {
  data: unknown;
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
  /** Not in every browser. */
  cookieStore?: { get: (name: string) => Promise<{ value: string } | null> };
  skipWaiting: () => Promise<void>;
  addEventListener: {
    (name: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
    (name: 'fetch', listener: (event: FetchEvent) => void): void;
    (name: 'message', listener: (event: MessageFromPage) => void): void;
    (name: 'push', listener: (event: PushEvent) => void): void;
    (name: 'pushsubscriptionchange', listener: (event: SubscriptionChangeEvent) => void): void;
    (name: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  };
}

export const worker = self as unknown as WorkerScope;
