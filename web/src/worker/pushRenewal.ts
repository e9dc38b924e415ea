/** Registers a subscription that the browser has renewed by itself, so that alerts arrive before the next visit. */
import { type SubscriptionChangeEvent, worker } from './scope.ts';

// As in `api/session/credentials.ts`, which is in a chunk of the page: a worker cannot import it.
const csrfAccessCookie = 'csrf_access_token';
const csrfRefreshCookie = 'csrf_refresh_token';
const subscriptionsPath = '/api/push/subscriptions';
const refreshPath = '/api/auth/refresh';

/** Where it fails, the next visit registers the subscription. */
export async function registerRenewed(event: SubscriptionChangeEvent): Promise<void> {
  const renewed = event.newSubscription ?? (await subscribeAgain(event.oldSubscription));
  const { endpoint, keys } = renewed?.toJSON() ?? {};
  if (!endpoint || !keys) return;
  const register = () => post(subscriptionsPath, csrfAccessCookie, { endpoint, keys });
  const response = await register();
  // The access token lives for minutes, and the worker was woken at any time.
  const isExpired = response?.status === 401;
  if (isExpired && (await post(refreshPath, csrfRefreshCookie))?.ok) await register();
}

async function subscribeAgain(old: PushSubscription | null): Promise<PushSubscription | null> {
  const key = old?.options.applicationServerKey;
  if (!key) return null;
  const { pushManager } = worker.registration;
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Null for a visitor, and in a browser whose workers cannot read cookies. */
async function post(path: string, csrfCookie: string, body?: object): Promise<Response | null> {
  const csrf = await worker.cookieStore?.get(csrfCookie);
  if (!csrf) return null;
  return fetch(new URL(path, worker.location.origin), {
    method: 'POST',
    headers: { 'X-CSRF-TOKEN': csrf.value, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}
