/** The real client against a server over HTTP: each row of the table "Session states in the browser" in docs/accounts.md. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../../storage/store.ts';
import { network } from '../../testing/network.ts';
import { browseAt, type StubResponse, StubServer, until } from '../../testing/stubServer.ts';
import { createApi, networkErrorEvent } from '../client.ts';
import { storeFallbackToken } from './credentials.ts';

const start = Date.UTC(2026, 10, 15, 12);
const user = { id: 'u1', email: 'ada@example.org', first_name: 'Ada', debug_console: false };
const expiresIn = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

let server: StubServer;
let reloads: number;
let left: string[];
let locationResets: number;
let events: string[];
let stop: () => void;

beforeAll(() => network.close());
afterAll(() => network.listen());

beforeEach(async () => {
  server = await StubServer.start();
  browseAt(server.origin);
  vi.useFakeTimers({
    now: start,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  reloads = 0;
  left = [];
  locationResets = 0;
  events = [];
  stop = () => undefined;
  for (const name of eventNames) window.addEventListener(name, note);
});

afterEach(async () => {
  stop();
  for (const name of eventNames) window.removeEventListener(name, note);
  await server.stop();
});

const eventNames = [
  'auth:login',
  'auth:logout',
  'auth:token_expired',
  'auth:token_refresh',
  'auth:retry_request',
  'auth:force_logout',
  'api:unauthorized',
  networkErrorEvent,
];
const note = (event: Event) => events.push(event.type);

function openApi() {
  return createApi({
    reload: () => {
      reloads += 1;
    },
    leave: (url) => left.push(url),
    resetLocations: () => {
      locationResets += 1;
    },
  });
}

function signedInCookies(generation = 1): string[] {
  return [
    `access_token_cookie=jwt${generation}; Path=/; HttpOnly`,
    `csrf_access_token=a${generation}; Path=/`,
    `refresh_token_cookie=refresh${generation}; Path=/api/auth; HttpOnly`,
    `csrf_refresh_token=r${generation}; Path=/`,
  ];
}

/** A page that has started with the valid session of an earlier visit. */
async function openSignedIn(seconds = 900) {
  writeStored('sessionExpiresAt', start);
  for (const cookie of signedInCookies().filter((text) => !text.includes('HttpOnly'))) {
    // biome-ignore lint/suspicious/noDocumentCookie: the readable half of what a login leaves
    document.cookie = cookie;
  }
  server.on('GET /api/auth/me', { body: { user, expires_in: seconds } });
  const api = openApi();
  stop = api.session.start();
  await until(() => api.session.state.status === 'authenticated');
  return api;
}

/** Stubs the Web Locks API; the test decides when a lock is granted. */
function holdLocks(): Array<() => void> {
  const held: Array<() => void> = [];
  const request = (_name: string, run: () => Promise<void>) => held.push(() => void run());
  vi.stubGlobal('navigator', { ...navigator, locks: { request } });
  return held;
}

const get = (path: string) => new Request(`${server.origin}/api${path}`);
const post = (path: string, headers = {}) =>
  new Request(`${server.origin}/api${path}`, { method: 'POST', body: '{}', headers });
const expired: StubResponse = {
  status: 401,
  body: { code: 'token_expired', error: 'Token expired' },
};
const refreshed = (generation: number): StubResponse => ({
  cookies: signedInCookies(generation),
  body: { access_token: `jwt${generation}`, expires_in: 900 },
});

describe('requests', () => {
  // [R4.02]
  test('row 1: with cookies blocked the stored token is sent as a bearer token', async () => {
    storeFallbackToken('kept');
    server.on('GET /api/locations', {});
    await openApi().send(get('/locations'));
    expect(server.requests[0]?.headers.authorization).toBe('Bearer kept');
  });

  // [R5.09, R7.02]
  test('row 2: writes carry the current CSRF cookie, exempt ones do not', async () => {
    const api = await openSignedIn();
    for (const path of ['/locations', '/locations/history/anonymous', '/auth/login', '/contact']) {
      server.on(`POST /api${path}`, {});
      await api.send(post(path));
    }
    const tokenOf = (path: string) =>
      server.requestsTo(`POST /api${path}`)[0]?.headers['x-csrf-token'];
    expect(tokenOf('/locations')).toBe('a1');
    expect(tokenOf('/locations/history/anonymous')).toBeUndefined();
    expect(tokenOf('/auth/login')).toBeUndefined();
    expect(tokenOf('/contact')).toBeUndefined();
  });

  test.each(['GET', 'POST'])(
    'row 6: a connection that ends in the middle of a response to a %s is a network error',
    async (method) => {
      const api = openApi();
      server.on(`${method} /api/contact`, { isCutShort: true });
      const request = method === 'GET' ? get('/contact') : post('/contact');
      await expect(api.send(request)).rejects.toMatchObject({ name: 'NetworkError' });
      expect(events).toEqual([networkErrorEvent]);
    },
  );

  // [R7.03]
  test('row 3: an identical GET within a second is answered by the first one', async () => {
    const api = openApi();
    server.on('GET /api/locations', { body: { locations: [] } });
    const answers = await Promise.all([api.send(get('/locations')), api.send(get('/locations'))]);
    expect(await answers[1]?.json()).toEqual({ locations: [] });
    expect(server.requestsTo('GET /api/locations')).toHaveLength(1);
  });

  test('row 4: a successful response is passed on', async () => {
    server.on('GET /api/locations', { body: { locations: ['x'] } });
    const response = await openApi().send(get('/locations'));
    expect(await response.json()).toEqual({ locations: ['x'] });
  });

  // [R7.16]
  test('row 5: a 422 is logged as a validation error and rejected as [422] message', async () => {
    const body = { code: 'validation', error: 'Invalid', message: 'Name is required' };
    server.on('POST /api/contact', { status: 422, body });
    await expect(openApi().send(post('/contact'))).rejects.toThrow('[422] Name is required');
    expect(console.warn).toHaveBeenCalledWith(
      expect.stringContaining('Validation error'),
      '[422] Name is required',
      {},
    );
  });

  // [R7.16]
  test('row 6: without a server the call is logged as possible CORS or network trouble', async () => {
    server.on('GET /api/locations', { isCut: true });
    await expect(openApi().send(get('/locations'))).rejects.toThrow('Network error');
    expect(events).toEqual([networkErrorEvent]);
    expect(console.error).toHaveBeenCalledWith(
      expect.stringContaining('Possible CORS or network trouble'),
      expect.anything(),
    );
  });

  test('row 6: a request that ends because the page is left is not reported', async () => {
    server.on('GET /api/locations', () => {
      window.dispatchEvent(new Event('beforeunload'));
      return { isCut: true };
    });
    const outcome = expect(openApi().send(get('/locations'))).rejects.toThrow('Network error');
    await until(() => vi.getTimerCount() > 1);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(events).toEqual([]);
    // A download also starts like a navigation, but the page stays.
    await vi.advanceTimersByTimeAsync(1);
    await outcome;
    expect(events).toEqual([networkErrorEvent]);
  });

  // [R7.01]
  test('row 6: after 30 seconds without an answer the call has timed out', async () => {
    server.on('GET /api/locations', { isSilent: true });
    const call = openApi().send(get('/locations'));
    const outcome = expect(call).rejects.toMatchObject({ name: 'NetworkError', isTimeout: true });
    await until(() => server.requests.length === 1);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await outcome;
  });

  test('rows 7, 16 and 17: a rejected refresh clears credentials, is stored and reloads after 500 ms', async () => {
    const api = await openSignedIn();
    server.on('GET /api/locations', expired);
    server.on('POST /api/auth/refresh', { status: 401, body: { code: 'token_revoked' } });
    await expect(api.send(get('/locations'))).rejects.toThrow('[401] Token expired');
    expect(document.cookie).toBe('');
    expect(readStored('sessionExpired')).toBe(true);
    await vi.advanceTimersByTimeAsync(499);
    expect(reloads).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(reloads).toBe(1);
  });

  // [R4.03, R4.04]
  test('rows 8, 9 and 15: an expired token is refreshed and the request replayed silently', async () => {
    const api = await openSignedIn();
    server.on('POST /api/locations', ({ headers }) =>
      headers['x-csrf-token'] === 'a2' ? { body: { location: 1 } } : expired,
    );
    server.on('POST /api/auth/refresh', () => refreshed(2));
    const call = api.send(post('/locations'));
    await until(() => events.includes('auth:retry_request'));
    await vi.advanceTimersByTimeAsync(0);
    expect(await (await call).json()).toEqual({ location: 1 });
    expect(server.requestsTo('POST /api/auth/refresh')[0]?.headers['x-csrf-token']).toBe('r1');
    expect(server.requestsTo('POST /api/auth/refresh')[0]?.headers.cookie).toContain(
      'csrf_refresh_token=r1',
    );
    expect(events).toEqual(['api:unauthorized', 'auth:token_refresh', 'auth:retry_request']);
  });

  // [R4.03]
  test('rows 9, 14 and 15: twelve at once share one refresh; ten are replayed 100 ms apart', async () => {
    const api = await openSignedIn();
    let isFresh = false;
    const paths = Array.from({ length: 12 }, (_, index) => `/places/${index}`);
    for (const path of paths) {
      server.on(`GET /api${path}`, () => (isFresh ? { body: { path } } : expired));
    }
    const held = holdLocks();
    server.on('POST /api/auth/refresh', () => {
      isFresh = true;
      return refreshed(2);
    });
    const outcomes: string[] = [];
    const calls = paths.map((path) =>
      api.send(get(path)).then(
        () => outcomes.push(`${path} answered`),
        (error: Error) => outcomes.push(`${path} ${error.message}`),
      ),
    );
    await until(() => events.filter((name) => name === 'api:unauthorized').length === 12);
    held[0]?.();
    await until(() => events.includes('auth:retry_request'));
    const replayStart = Date.now();
    for (let turn = 0; turn < 10; turn += 1) await vi.advanceTimersByTimeAsync(100);
    await Promise.all(calls);
    expect(outcomes.filter((text) => text.endsWith('[401] Token expired'))).toHaveLength(2);
    expect(server.requestsTo('POST /api/auth/refresh')).toHaveLength(1);
    const replays = server.requests.slice(-10).map(({ at }) => at - replayStart);
    expect(replays).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
  });

  test('row 10: a missing token is refreshed and the request replayed too', async () => {
    const api = await openSignedIn();
    let isFresh = false;
    server.on('GET /api/locations', () =>
      isFresh
        ? {}
        : { status: 401, body: { code: 'token_missing', error: 'Authentication required' } },
    );
    server.on('POST /api/auth/refresh', () => {
      isFresh = true;
      return refreshed(2);
    });
    const call = api.send(get('/locations'));
    await until(() => events.includes('auth:retry_request'));
    await vi.advanceTimersByTimeAsync(0);
    expect((await call).status).toBe(200);
  });

  test('row 11: another 401 is rejected at once and refreshes in the background', async () => {
    const api = await openSignedIn();
    server.on('GET /api/locations', {
      status: 401,
      body: { code: 'token_invalid', error: 'Invalid token' },
    });
    server.on('POST /api/auth/refresh', () => refreshed(2));
    await expect(api.send(get('/locations'))).rejects.toThrow('[401] Invalid token');
    await until(() => events.includes('auth:token_refresh'));
  });

  // [R4.05]
  test('rows 12 and 28: with no refresh cookie the session ends 100 ms later', async () => {
    const api = openApi();
    server.on('GET /api/locations', {
      status: 401,
      body: { code: 'token_missing', error: 'Authentication required' },
    });
    await expect(api.send(get('/locations'))).rejects.toThrow('[401] Authentication required');
    await vi.advanceTimersByTimeAsync(99);
    expect(events).toEqual(['api:unauthorized']);
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual(['api:unauthorized', 'auth:token_expired']);
    expect(api.session.state).toMatchObject({ status: 'anonymous', problem: 'sessionExpired' });
    expect(locationResets).toBe(1);
  });

  // [R4.13]
  test('row 23: a rejected fallback token is reported once, not on every page load', async () => {
    storeFallbackToken('malformed');
    server.on('GET /api/auth/me', { status: 401, body: { code: 'token_invalid' } });
    for (let load = 0; load < 3; load += 1) {
      const api = openApi();
      stop = api.session.start();
      await until(() => api.session.state.status === 'anonymous');
      await vi.advanceTimersByTimeAsync(5_000);
      stop();
    }
    expect(events.filter((name) => name === 'auth:token_expired')).toHaveLength(1);
    expect(sessionStorage.getItem('auth_token_fallback')).toBeNull();
    expect(server.requestsTo('GET /api/auth/me')).toHaveLength(1);
  });

  test('row 12: wrong credentials at the login do not end a session', async () => {
    const api = openApi();
    const body = {
      code: 'bad_credentials',
      error: 'Login failed',
      message: 'Invalid email or password',
    };
    server.on('POST /api/auth/login', { status: 401, body });
    await expect(api.send(post('/auth/login'))).rejects.toThrow('[401] Invalid email or password');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(events).toEqual(['api:unauthorized']);
  });

  test('row 13: a replay that gets a 401 again is rejected', async () => {
    const api = await openSignedIn();
    server.on('GET /api/locations', expired);
    server.on('POST /api/auth/refresh', () => refreshed(2));
    const call = expect(api.send(get('/locations'))).rejects.toThrow('[401] Token expired');
    await until(() => events.includes('auth:retry_request'));
    await vi.advanceTimersByTimeAsync(0);
    await call;
    expect(server.requestsTo('GET /api/locations')).toHaveLength(2);
    expect(server.requestsTo('POST /api/auth/refresh')).toHaveLength(1);
  });
});

describe('refresh', () => {
  // [R4.10]
  test('row 14b: of two tabs only one refreshes', async () => {
    const held = holdLocks();
    const first = await openSignedIn();
    const second = openApi();
    stop();
    const stopSecond = second.session.start();
    await until(() => second.session.state.status === 'authenticated');
    let isFresh = false;
    server.on('GET /api/a', () => (isFresh ? {} : expired));
    server.on('GET /api/b', () => (isFresh ? {} : expired));
    server.on('POST /api/auth/refresh', () => {
      isFresh = true;
      return refreshed(2);
    });
    const calls = [first.send(get('/a')), second.send(get('/b'))];
    await until(() => held.length === 2);
    held[0]?.();
    await until(() => document.cookie.includes('csrf_access_token=a2'));
    await until(() => events.filter((name) => name === 'auth:retry_request').length === 1);
    held[1]?.();
    await until(() => events.filter((name) => name === 'auth:retry_request').length === 2);
    await vi.advanceTimersByTimeAsync(0);
    await Promise.all(calls);
    expect(server.requestsTo('POST /api/auth/refresh')).toHaveLength(1);
    stopSecond();
  });

  // [R4.06, R4.10]
  test('rows 15b and 15c: an unreachable refresh is tried three times and keeps the session', async () => {
    const api = await openSignedIn();
    server.on('GET /api/locations', expired);
    server.on('POST /api/auth/refresh', { status: 503 });
    const call = expect(api.send(get('/locations'))).rejects.toMatchObject({
      name: 'NetworkError',
    });
    const tries = () => server.requestsTo('POST /api/auth/refresh').length;
    await until(() => tries() === 1 && vi.getTimerCount() > 2);
    await vi.advanceTimersByTimeAsync(500);
    await until(() => tries() === 2 && vi.getTimerCount() > 2);
    await vi.advanceTimersByTimeAsync(1_000);
    await call;
    expect(tries()).toBe(3);
    expect(api.session.state.status).toBe('authenticated');
    expect(document.cookie).toContain('csrf_refresh_token=r1');
    expect(reloads).toBe(0);
  });

  test('row 16b: a CSRF value refreshed by another tab is used for a second try', async () => {
    const api = await openSignedIn();
    let tries = 0;
    server.on('GET /api/locations', () => (tries > 1 ? {} : expired));
    server.on('POST /api/auth/refresh', ({ headers }) => {
      tries += 1;
      if (headers['x-csrf-token'] === 'r9') return refreshed(10);
      return {
        status: 401,
        body: { code: 'csrf_mismatch' },
        cookies: ['csrf_refresh_token=r9; Path=/'],
      };
    });
    const call = api.send(get('/locations'));
    await until(() => events.includes('auth:retry_request'));
    await vi.advanceTimersByTimeAsync(0);
    expect((await call).status).toBe(200);
    expect(tries).toBe(2);
  });

  // [R4.07]
  test('row 18: a second rejection within 30 s ends the session without a reload', async () => {
    writeStored('lastReload', start - 10_000);
    const api = await openSignedIn();
    server.on('GET /api/locations', expired);
    server.on('POST /api/auth/refresh', { status: 401, body: { code: 'token_revoked' } });
    await expect(api.send(get('/locations'))).rejects.toThrow('[401] Token expired');
    await vi.advanceTimersByTimeAsync(100);
    expect(events).toContain('auth:force_logout');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reloads).toBe(0);
    expect(api.session.state).toMatchObject({ status: 'anonymous', problem: 'sessionExpired' });
  });
});

describe('scheduling', () => {
  // [R4.10]
  test('rows 19 and 21: a token of 500 s is refreshed 50 s before its expiry', async () => {
    await openSignedIn(500);
    server.on('POST /api/auth/refresh', () => refreshed(2));
    await vi.advanceTimersByTimeAsync(449_999);
    expect(server.requestsTo('POST /api/auth/refresh')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => events.includes('auth:token_refresh'));
  });

  // [R4.10]
  test('row 20: the check every ten minutes ignores a token with more than 300 s left', async () => {
    await openSignedIn(7_200);
    await vi.advanceTimersByTimeAsync(6_000_000);
    expect(server.requestsTo('POST /api/auth/refresh')).toHaveLength(0);
  });

  // [R4.10, R9.01]
  test('row 21: the check every ten minutes refreshes a token with less than 300 s left', async () => {
    // Its own refresh would be due later, 85 s before its expiry.
    const { session } = await openSignedIn(850);
    server.on('POST /api/auth/refresh', () => refreshed(2));
    vi.advanceTimersByTime(599_999);
    expect(session.state.refresh).toBeNull();
    vi.advanceTimersByTime(1);
    expect(session.state.refresh).not.toBeNull();
    await until(() => events.includes('auth:token_refresh'));
  });

  test('row 21: a tab that becomes visible with an old token refreshes it', async () => {
    await openSignedIn(900);
    server.on('POST /api/auth/refresh', () => refreshed(2));
    vi.setSystemTime(start + 700_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await until(() => events.includes('auth:token_refresh'));
  });
});

describe('auth events and state', () => {
  // [R4.08]
  test('rows 22 and 23: repeated events within the window are sent once', async () => {
    const api = openApi();
    for (const path of ['/a', '/b']) {
      server.on(`GET /api${path}`, { status: 401, body: { code: 'token_revoked' } });
      await api.send(get(path)).catch(() => undefined);
    }
    await vi.advanceTimersByTimeAsync(200);
    expect(events.filter((name) => name === 'auth:token_expired')).toHaveLength(1);
  });

  test('row 24: a start with cookies loads the profile once', async () => {
    const api = await openSignedIn();
    expect(api.session.state.user).toMatchObject({ first_name: 'Ada' });
    expect(server.requestsTo('GET /api/auth/me')).toHaveLength(1);
  });

  test('row 24: a server error keeps the cookies and is reported', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the readable half of what a login leaves
    document.cookie = 'csrf_access_token=a1; Path=/';
    server.on('GET /api/auth/me', { status: 500 });
    const api = openApi();
    stop = api.session.start();
    await until(() => api.session.state.status === 'failed');
    expect(document.cookie).toContain('csrf_access_token=a1');
  });

  test('row 25: a visitor without cookies causes no request', async () => {
    const api = openApi();
    stop = api.session.start();
    expect(api.session.state.status).toBe('anonymous');
    expect(server.requests).toHaveLength(0);
  });

  // [R4.11]
  test('row 26: a login takes effect after 150 ms', async () => {
    const api = openApi();
    server.on('POST /api/auth/login', {
      cookies: signedInCookies(),
      body: { access_token: 'jwt1', user, expires_in: 900 },
    });
    const response = await api.send(post('/auth/login'));
    api.session.signedIn(await response.json());
    await vi.advanceTimersByTimeAsync(149);
    expect(api.session.state.status).not.toBe('authenticated');
    await vi.advanceTimersByTimeAsync(1);
    expect(api.session.state.status).toBe('authenticated');
    expect(events).toEqual(['auth:login']);
    expect(sessionStorage.getItem('auth_token_fallback')).toBeNull();
    expect(locationResets).toBe(1);
  });

  // [R4.02, R4.11]
  test('rows 26 and 27: with blocked cookies the token is stored in the tab, with blocked storage the login fails', async () => {
    const api = openApi();
    const answer = {
      access_token: 'jwt1',
      user: user as never,
      expires_in: 900,
      expires_at: expiresIn(900),
    };
    api.session.signedIn(answer);
    await vi.advanceTimersByTimeAsync(150);
    expect(api.session.state.status).toBe('authenticated');
    expect(sessionStorage.getItem('auth_token_fallback')).toBe('jwt1');

    sessionStorage.clear();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    const blocked = openApi();
    blocked.session.signedIn(answer);
    await vi.advanceTimersByTimeAsync(150);
    expect(blocked.session.state.problem).toBe('storageIssue');
  });

  // [R4.12]
  test('row 29: logout is sent with the CSRF header and clears the session whatever the response', async () => {
    const api = await openSignedIn();
    server.on('POST /api/auth/logout', { status: 500 });
    api.session.logout();
    await until(() => api.session.state.status === 'anonymous');
    expect(server.requestsTo('POST /api/auth/logout')[0]?.headers['x-csrf-token']).toBe('a1');
    expect(document.cookie).toBe('');
    expect(events).toContain('auth:logout');
    expect(left).toEqual([]);
  });

  test('row 29: after the logout the browser goes to the provider that opened the session', async () => {
    const api = await openSignedIn();
    const provider_logout_url = 'https://id.example/end-session?client_id=halcyon';
    server.on('POST /api/auth/logout', { body: { provider_logout_url } });
    api.session.logout();
    await until(() => left.length > 0);
    expect(left).toEqual([provider_logout_url]);
    expect(api.session.state.status).toBe('anonymous');
    expect(events).toContain('auth:logout');
  });

  // [R4.12]
  test('row 29: a logout without a network is sent first at the next start', async () => {
    const api = await openSignedIn();
    server.on('POST /api/auth/logout', { isCut: true });
    api.session.logout();
    await until(() => api.session.state.status === 'anonymous');
    stop();
    server.requests.length = 0;
    server.on('POST /api/auth/logout', { body: { provider_logout_url: 'https://id.example/' } });
    const next = openApi();
    stop = next.session.start();
    await until(() => next.session.state.status === 'anonymous');
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/auth/logout']);
    expect(readStored('pendingLogout')).toBe(false);
    expect(left).toEqual([]);
  });
});
