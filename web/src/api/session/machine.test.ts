/** The pure state machine against the table "Session states in the browser" in docs/accounts.md, row by row. */
import { describe, expect, test } from 'vitest';
import { firstState, initialState, step } from './machine.ts';
import { refreshLeadMs } from './rules.ts';
import type { Effect, Facts, SessionEvent, SessionState, User } from './types.ts';

const ada: User = {
  id: 'u1',
  email: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone_number: '',
  auth_provider: 'email',
  email_verified: true,
  needs_verification: false,
  has_password: true,
  has_second_factor: false,
  debug_console: false,
};

const noCredentials: Facts = {
  now: 1_000_000,
  hasAccess: false,
  hasRefresh: false,
  hasFallback: false,
  csrfAccess: null,
  csrfRefresh: null,
  lastReloadAt: null,
  isLogoutPending: false,
  sharedExpiresAt: null,
};
const cookies: Facts = {
  ...noCredentials,
  hasAccess: true,
  hasRefresh: true,
  csrfAccess: 'a1',
  csrfRefresh: 'r1',
};
const signedIn: SessionState = {
  ...initialState,
  status: 'authenticated',
  user: ada,
  expiresAt: noCredentials.now + 900_000,
  lifetimeMs: 900_000,
};
const refreshing: SessionState = {
  ...signedIn,
  refresh: { attempt: 1, csrfBefore: 'a1', csrfSent: 'r1', hasRetriedCsrf: false },
};

function unauthorized(change: Partial<SessionEvent & { type: 'unauthorized' }> = {}): SessionEvent {
  return {
    type: 'unauthorized',
    id: 1,
    url: 'http://localhost/api/locations',
    code: 'token_expired',
    error: 'Token expired',
    isRetry: false,
    csrfAtSend: 'a1',
    ...change,
  };
}

const kinds = (effects: readonly Effect[]) => effects.map((effect) => effect.type);
const announced = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.type === 'announce' ? [effect.name] : []));

describe('requests', () => {
  // [R4.04]
  test('row 8: any 401 is announced with status, address and whether it was an auth endpoint', () => {
    const [, effects] = step(signedIn, unauthorized({ code: 'csrf_missing', error: '' }), cookies);
    expect(effects[0]).toEqual({
      type: 'announce',
      name: 'api:unauthorized',
      detail: { status: 401, url: 'http://localhost/api/locations', isAuthEndpoint: false },
    });
    const [, ofProfile] = step(
      signedIn,
      unauthorized({ url: 'http://localhost/api/auth/me' }),
      cookies,
    );
    expect(ofProfile[0]).toMatchObject({ detail: { isAuthEndpoint: true } });
  });

  // [R4.03]
  test('row 9: an expired token queues the request and starts one refresh', () => {
    const [state, effects] = step(signedIn, unauthorized(), cookies);
    expect(state.queue).toEqual([1]);
    expect(kinds(effects)).toEqual(['announce', 'takeRefreshLock']);
  });

  // [R4.03]
  test('row 9: twelve expired requests keep the ten newest and reject the two oldest', () => {
    let state = signedIn;
    const all: Effect[] = [];
    for (let id = 1; id <= 12; id += 1) {
      const [next, effects] = step(state, unauthorized({ id }), cookies);
      state = next;
      all.push(...effects);
    }
    expect(state.queue).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(all.filter((effect) => effect.type === 'reject').flatMap(({ ids }) => ids)).toEqual([
      1, 2,
    ]);
    expect(kinds(all).filter((kind) => kind === 'takeRefreshLock')).toHaveLength(1);
  });

  // [R4.10]
  test('row 9: a 401 that arrives after the refresh is replayed, not refreshed for again', () => {
    const late = unauthorized({ csrfAtSend: 'a0' });
    const [state, effects] = step(signedIn, late, cookies);
    expect(state.refresh).toBeNull();
    expect(effects[1]).toEqual({ type: 'replay', ids: [1] });
  });

  test('row 10: a missing token with a refresh cookie is treated like an expired one', () => {
    const event = unauthorized({ code: 'token_missing', error: 'Authentication required' });
    const [state, effects] = step(signedIn, event, cookies);
    expect(state.queue).toEqual([1]);
    expect(kinds(effects)).toContain('takeRefreshLock');
  });

  test('row 11: another 401 is rejected and refreshes in the background', () => {
    const event = unauthorized({ code: 'token_revoked', error: 'Token has been revoked' });
    const [state, effects] = step(signedIn, event, cookies);
    expect(state.queue).toEqual([]);
    expect(kinds(effects)).toEqual(['announce', 'reject', 'takeRefreshLock']);
  });

  test.each(['csrf_missing', 'csrf_mismatch', 'bad_credentials'])(
    'row 11: %s is rejected without a refresh',
    (code) => {
      const [state, effects] = step(signedIn, unauthorized({ code, error: 'x' }), cookies);
      expect(state.refresh).toBeNull();
      expect(kinds(effects)).toEqual(['announce', 'reject']);
    },
  );

  // [R4.05]
  test('row 12: without a refresh cookie the request is rejected and expiry follows after 100 ms', () => {
    const [, effects] = step(signedIn, unauthorized(), noCredentials);
    expect(effects.slice(1)).toEqual([
      { type: 'reject', ids: [1] },
      { type: 'after', ms: 100, event: { type: 'tokenExpiredDue' } },
    ]);
  });

  // [R4.05]
  test.each([
    'login',
    'register',
    'google',
    'apple',
    'handoff',
    'forgot-password',
    'reset-password',
    'verify-email',
    'logout',
  ])('row 12: a 401 of /auth/%s does not end a session', (name) => {
    const url = `http://localhost/api/auth/${name}`;
    const [, effects] = step(initialState, unauthorized({ url }), noCredentials);
    expect(kinds(effects)).toEqual(['announce', 'reject']);
  });

  test('row 13: a 401 on a replayed request is rejected and not queued again', () => {
    const [state, effects] = step(signedIn, unauthorized({ isRetry: true }), cookies);
    expect(state.queue).toEqual([]);
    expect(kinds(effects)).toEqual(['announce', 'reject']);
  });
});

describe('refresh', () => {
  test('row 14: a refresh in flight is shared', () => {
    const [state, effects] = step(refreshing, unauthorized({ id: 7 }), cookies);
    expect(state.queue).toEqual([7]);
    expect(kinds(effects)).toEqual(['announce']);
  });

  test('row 14b: a token refreshed by another tab while waiting for the lock is not refreshed again', () => {
    const elsewhere = {
      ...cookies,
      csrfAccess: 'a2',
      sharedExpiresAt: noCredentials.now + 880_000,
    };
    const waiting = { ...refreshing, queue: [4] };
    const [state, effects] = step(waiting, { type: 'refreshLockTaken' }, elsewhere);
    expect(kinds(effects)).not.toContain('postRefresh');
    expect(effects).toContainEqual({ type: 'replay', ids: [4] });
    expect(state.expiresAt).toBe(noCredentials.now + 880_000);
  });

  test('row 14b: a token that another tab renewed before our timer fired is adopted', () => {
    const due = {
      ...initialState,
      expiresAt: cookies.now + 40_000,
      lifetimeMs: 900_000,
      csrfAccess: 'a1',
    };
    // The cookie is there already, the expiry in local storage is not.
    const elsewhere = { ...cookies, csrfAccess: 'a2', sharedExpiresAt: due.expiresAt };
    const [waiting] = step(due, { type: 'refreshDue' }, elsewhere);
    const [state, effects] = step(waiting, { type: 'refreshLockTaken' }, elsewhere);
    expect(kinds(effects)).not.toContain('postRefresh');
    expect(state.expiresAt).toBe(cookies.now + 900_000);
  });

  test('row 14b: with the lock and an unchanged token the refresh is sent', () => {
    const [, effects] = step(refreshing, { type: 'refreshLockTaken' }, cookies);
    expect(kinds(effects)).toEqual(['postRefresh']);
  });

  // [R4.03]
  test('row 15: success reschedules, announces and replays the queue', () => {
    const queued = { ...refreshing, queue: [2, 3] };
    const event: SessionEvent = { type: 'refreshAnswered', expiresAt: noCredentials.now + 900_000 };
    const [state, effects] = step(queued, event, cookies);
    expect(state).toMatchObject({
      refresh: null,
      queue: [],
      expiresAt: noCredentials.now + 900_000,
    });
    expect(effects).toContainEqual({ type: 'scheduleRefresh', inMs: 810_000 });
    expect(announced(effects)).toEqual(['auth:token_refresh', 'auth:retry_request']);
    expect(effects.at(-1)).toEqual({ type: 'replay', ids: [2, 3] });
  });

  // [R4.10]
  test('row 15b: a refresh without a network is retried twice, after 500 and 1000 ms', () => {
    const [second, first] = step(refreshing, { type: 'refreshUnreachable' }, cookies);
    expect(first).toEqual([{ type: 'after', ms: 500, event: { type: 'refreshRetryDue' } }]);
    const [third, again] = step(second, { type: 'refreshUnreachable' }, cookies);
    expect(again).toEqual([{ type: 'after', ms: 1000, event: { type: 'refreshRetryDue' } }]);
    expect(kinds(step(third, { type: 'refreshRetryDue' }, cookies)[1])).toEqual(['postRefresh']);
  });

  // [R4.06]
  test('row 15c: after the third failure the queue is rejected, cookies and session stay', () => {
    const lastTry: SessionState = {
      ...refreshing,
      queue: [5],
      refresh: { attempt: 3, csrfBefore: 'a1', csrfSent: 'r1', hasRetriedCsrf: false },
    };
    const [state, effects] = step(lastTry, { type: 'refreshUnreachable' }, cookies);
    expect(state).toMatchObject({ status: 'authenticated', user: ada, refresh: null, queue: [] });
    expect(effects).toContainEqual({ type: 'reject', ids: [5], because: 'network' });
    expect(kinds(effects)).not.toContain('clearCredentials');
  });

  // [R4.06]
  test.each([401, 403, 422])(
    'rows 7, 16, 17: a rejection with %i clears credentials and reloads after 500 ms',
    (status) => {
      const event: SessionEvent = { type: 'refreshRefused', status, code: 'token_revoked' };
      const [state, effects] = step({ ...refreshing, queue: [6] }, event, cookies);
      expect(state.queue).toEqual([]);
      expect(effects).toEqual([
        { type: 'releaseRefreshLock' },
        { type: 'reject', ids: [6] },
        { type: 'clearCredentials' },
        { type: 'rememberReload', at: noCredentials.now },
        { type: 'after', ms: 500, event: { type: 'reloadDue' } },
      ]);
      expect(step(state, { type: 'reloadDue' }, noCredentials)[1]).toEqual([{ type: 'reload' }]);
    },
  );

  test('row 16b: a CSRF rejection is retried once when the readable cookie has changed', () => {
    const event: SessionEvent = { type: 'refreshRefused', status: 401, code: 'csrf_mismatch' };
    const renewed = { ...cookies, csrfRefresh: 'r2' };
    const [state, effects] = step(refreshing, event, renewed);
    expect(kinds(effects)).toEqual(['postRefresh']);
    const again = step(state, event, { ...renewed, csrfRefresh: 'r3' });
    expect(kinds(again[1])).toContain('clearCredentials');
  });

  test('row 16b: a CSRF rejection with an unchanged cookie is final', () => {
    const event: SessionEvent = { type: 'refreshRefused', status: 401, code: 'csrf_missing' };
    expect(kinds(step(refreshing, event, cookies)[1])).toContain('clearCredentials');
  });

  // [R4.07]
  test('row 18: less than 30 s after the last reload the session ends instead', () => {
    const event: SessionEvent = { type: 'refreshRefused', status: 401, code: 'token_revoked' };
    const recent = { ...cookies, lastReloadAt: noCredentials.now - 29_999 };
    const [state, effects] = step(refreshing, event, recent);
    expect(effects.at(-1)).toEqual({ type: 'after', ms: 100, event: { type: 'forceLogoutDue' } });
    expect(kinds(effects)).not.toContain('rememberReload');
    const [ended, after] = step(state, { type: 'forceLogoutDue' }, noCredentials);
    expect(announced(after)).toEqual(['auth:force_logout']);
    expect(ended).toMatchObject({ status: 'anonymous', problem: 'sessionExpired' });
  });

  // [R4.07]
  test('row 17: a reload 30 s ago does not prevent another', () => {
    const event: SessionEvent = { type: 'refreshRefused', status: 401, code: 'token_revoked' };
    const [, effects] = step(refreshing, event, {
      ...cookies,
      lastReloadAt: noCredentials.now - 30_000,
    });
    expect(kinds(effects)).toContain('rememberReload');
  });
});

describe('scheduling', () => {
  // [R4.10]
  test.each([
    ['15 minutes: a tenth', 900_000, 90_000],
    ['one minute: at least 30 s, at most half', 60_000, 30_000],
    ['20 seconds: half', 20_000, 10_000],
    ['two hours: never more than 300 s', 7_200_000, 300_000],
    ['4 minutes: at least 30 s', 240_000, 30_000],
  ])('row 19: the lead of a token of %s', (_name, lifetime, lead) => {
    expect(refreshLeadMs(lifetime)).toBe(lead);
  });

  // [R4.10]
  test('row 20: with more than 300 s left nothing happens', () => {
    const state = { ...signedIn, expiresAt: noCredentials.now + 300_001 };
    expect(step(state, { type: 'refreshDue' }, cookies)[1]).toEqual([]);
  });

  // [R4.10]
  test('row 21: with 300 s or less left and a refresh cookie it refreshes', () => {
    const state = { ...signedIn, expiresAt: noCredentials.now + 300_000 };
    expect(kinds(step(state, { type: 'refreshDue' }, cookies)[1])).toEqual(['takeRefreshLock']);
    expect(step(state, { type: 'refreshDue' }, noCredentials)[1]).toEqual([]);
  });

  // [R4.10]
  test.each([
    ['a long one', 90_000, 890_000],
    ['a short one', 2_000, 8_000],
  ])('row 20: a token refreshed by another tab is adopted: %s', (_name, own, renewed) => {
    const state = { ...signedIn, expiresAt: noCredentials.now + own };
    const facts = { ...cookies, sharedExpiresAt: noCredentials.now + renewed };
    const [next, effects] = step(state, { type: 'refreshDue' }, facts);
    expect(next.expiresAt).toBe(noCredentials.now + renewed);
    expect(kinds(effects)).toEqual(['scheduleRefresh', 'shareExpiry']);
  });

  test('row 21: an expired token of another tab is not adopted', () => {
    const state = { ...signedIn, expiresAt: noCredentials.now - 2_000 };
    const facts = { ...cookies, sharedExpiresAt: noCredentials.now - 1_000 };
    expect(kinds(step(state, { type: 'refreshDue' }, facts)[1])).toEqual(['takeRefreshLock']);
  });
});

describe('auth events and state', () => {
  // [R4.08]
  test('row 22: the same event within a second is dropped', () => {
    const refreshedAt = (now: number, state: SessionState) =>
      step(state, { type: 'refreshAnswered', expiresAt: now + 900_000 }, { ...cookies, now });
    const [first, effects] = refreshedAt(1_000, refreshing);
    expect(announced(effects)).toContain('auth:token_refresh');
    expect(announced(refreshedAt(1_999, first)[1])).not.toContain('auth:token_refresh');
    expect(announced(refreshedAt(2_000, first)[1])).toContain('auth:token_refresh');
  });

  // [R4.08]
  test('row 23: an expiry within three seconds of another is dropped', () => {
    const expiredAt = (now: number, state: SessionState) =>
      announced(step(state, { type: 'tokenExpiredDue' }, { ...noCredentials, now })[1]);
    const [first] = step(signedIn, { type: 'tokenExpiredDue' }, { ...noCredentials, now: 1_000 });
    expect(expiredAt(3_999, first)).toEqual([]);
    expect(expiredAt(4_000, first)).toEqual(['auth:token_expired']);
  });

  // [R4.13]
  test('row 23: a rejected fallback token is cleared with the session', () => {
    const facts = { ...noCredentials, hasFallback: true };
    expect(kinds(step(signedIn, { type: 'tokenExpiredDue' }, facts)[1])).toContain(
      'clearCredentials',
    );
  });

  // [R4.09]
  test('row 23: while a refresh cookie exists the session has not expired', () => {
    const [state, effects] = step(signedIn, { type: 'tokenExpiredDue' }, cookies);
    expect(state).toBe(signedIn);
    expect(effects).toEqual([]);
  });

  test.each([
    ['access cookie', { ...noCredentials, hasAccess: true }],
    ['refresh cookie', { ...noCredentials, hasRefresh: true }],
    ['fallback token', { ...noCredentials, hasFallback: true }],
  ])('row 24: a start with an %s loads the profile', (_name, facts) => {
    const [state, effects] = step(initialState, { type: 'started' }, facts);
    expect(state.status).toBe('loading');
    expect(kinds(effects)).toEqual(['loadProfile']);
  });

  test('row 24: the response decides: signed in, rejected, or unreachable with cookies kept', () => {
    const answered: SessionEvent = {
      type: 'profileAnswered',
      user: ada,
      expiresAt: noCredentials.now + 900_000,
    };
    expect(step(initialState, answered, cookies)[0]).toMatchObject({
      status: 'authenticated',
      user: ada,
    });
    expect(step(initialState, { type: 'profileRefused' }, noCredentials)[0].status).toBe(
      'anonymous',
    );
    const [failed, effects] = step(initialState, { type: 'profileUnreachable' }, cookies);
    expect(failed).toMatchObject({ status: 'failed', problem: 'profileUnavailable' });
    expect(effects).toEqual([]);
  });

  // [R4.14]
  test('row 24b: a session that no tab has seen is announced as a login, a known one is not', () => {
    const answered: SessionEvent = {
      type: 'profileAnswered',
      user: ada,
      expiresAt: noCredentials.now + 900_000,
    };
    const [, found] = step(initialState, answered, cookies);
    expect(found).toContainEqual({
      type: 'announce',
      name: 'auth:login',
      detail: { firstName: 'Ada' },
    });
    const seen = { ...cookies, sharedExpiresAt: noCredentials.now - 1 };
    expect(announced(step(initialState, answered, seen)[1])).toEqual([]);
  });

  test('row 25: a start without credentials is anonymous and causes no request', () => {
    const [state, effects] = step(initialState, { type: 'started' }, noCredentials);
    expect(state.status).toBe('anonymous');
    expect(effects).toEqual([]);
  });

  test('a visitor is anonymous from the start, with cookies the state is loading', () => {
    expect(firstState(noCredentials).status).toBe('anonymous');
    expect(firstState(cookies).status).toBe('loading');
    expect(firstState({ ...noCredentials, isLogoutPending: true }).status).toBe('loading');
    // The start does not change the state, so nothing renders again.
    const known = firstState(noCredentials);
    expect(step(known, { type: 'started' }, noCredentials)[0]).toBe(known);
  });

  const signIn = { user: ada, accessToken: 'jwt', expiresAt: noCredentials.now + 900_000 };

  // [R4.11, R4.15]
  test('row 26: a sign-in takes effect after the check at 150 ms and resets the location cache', () => {
    const [waiting, first] = step(initialState, { type: 'signedIn', ...signIn }, noCredentials);
    expect(waiting.status).not.toBe('authenticated');
    expect(first).toEqual([
      { type: 'after', ms: 150, event: { type: 'signInCheckDue', ...signIn } },
    ]);
    const [state, effects] = step(waiting, { type: 'signInCheckDue', ...signIn }, cookies);
    expect(state).toMatchObject({ status: 'authenticated', user: ada });
    expect(effects).toContainEqual({
      type: 'announce',
      name: 'auth:login',
      detail: { firstName: 'Ada' },
    });
    expect(kinds(effects)).toContain('resetLocations');
  });

  // [R4.11]
  test('rows 26 and 27: with blocked cookies the token is stored for the tab, or the sign-in fails', () => {
    const [, effects] = step(initialState, { type: 'signInCheckDue', ...signIn }, noCredentials);
    expect(effects).toEqual([
      { type: 'storeFallback', next: { type: 'fallbackChecked', ...signIn } },
    ]);
    const checked: SessionEvent = { type: 'fallbackChecked', ...signIn };
    expect(step(initialState, checked, { ...noCredentials, hasFallback: true })[0].status).toBe(
      'authenticated',
    );
    expect(step(initialState, checked, noCredentials)[0]).toMatchObject({
      status: 'anonymous',
      problem: 'storageIssue',
    });
  });

  // [R4.15]
  test('row 28: an expired session removes the user and resets the location cache', () => {
    const [state, effects] = step(signedIn, { type: 'tokenExpiredDue' }, noCredentials);
    expect(state).toMatchObject({ status: 'anonymous', user: null, problem: 'sessionExpired' });
    expect(kinds(effects)).toContain('resetLocations');
  });

  // [R4.12, R4.15]
  test.each([true, false])('row 29: logout clears everything, server reached: %s', (wasReached) => {
    expect(kinds(step(signedIn, { type: 'logoutWanted' }, cookies)[1])).toEqual(['postLogout']);
    const answered: SessionEvent = { type: 'logoutAnswered', isPending: false, wasReached };
    const [state, effects] = step(signedIn, answered, cookies);
    expect(state).toMatchObject({ status: 'anonymous', user: null, expiresAt: null });
    expect(kinds(effects)).toContain('clearCredentials');
    expect(effects).toContainEqual({ type: 'rememberLogout', isPending: !wasReached });
    expect(announced(effects)).toEqual(['auth:logout']);
    expect(kinds(effects)).toContain('resetLocations');
  });

  // [R4.12]
  test('a pending logout is sent first at the start', () => {
    const pending = { ...cookies, isLogoutPending: true };
    const [state, effects] = step(initialState, { type: 'started' }, pending);
    expect(effects).toEqual([{ type: 'postLogout', isPending: true }]);
    const unsent: SessionEvent = { type: 'logoutAnswered', isPending: true, wasReached: false };
    expect(step(state, unsent, pending)[0].status).toBe('anonymous');
    const sent: SessionEvent = { type: 'logoutAnswered', isPending: true, wasReached: true };
    expect(kinds(step(state, sent, cookies)[1])).toEqual(['rememberLogout', 'loadProfile']);
  });
});
