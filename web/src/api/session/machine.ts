/**
 * The session as a pure state machine: state, event and current facts give the next state and the effects to run.
 * Row numbers refer to the table "Session states in the browser" in docs/accounts.md.
 */
import {
  apiPath,
  eventDelayMs,
  isAuthEndpoint,
  isOwnUnauthorized,
  maxQueuedRequests,
  refreshAttempts,
  refreshLeadMs,
  refreshRetryMs,
  refreshWhenLeftMs,
  reloadCooldownMs,
  reloadDelayMs,
  sameEventMs,
  sameExpiryEventMs,
  signInCheckMs,
} from './rules.ts';
import type { Effect, Facts, SessionEvent, SessionState, Step, User } from './types.ts';

export const initialState: SessionState = {
  status: 'loading',
  user: null,
  problem: null,
  expiresAt: null,
  lifetimeMs: null,
  csrfAccess: null,
  refresh: null,
  queue: [],
  emittedAt: {},
};

/** The state at start: without credentials the visitor is anonymous at once. */
export function firstState(facts: Facts): SessionState {
  const isKnown = !hasCredentials(facts) && !facts.isLogoutPending;
  return isKnown ? { ...initialState, status: 'anonymous' } : initialState;
}

export function step(state: SessionState, event: SessionEvent, facts: Facts): Step {
  switch (event.type) {
    case 'started':
      return facts.isLogoutPending
        ? [{ ...state, status: 'loading' }, [{ type: 'postLogout', isPending: true }]]
        : loadProfile(state, facts);
    case 'profileAnswered':
      return profileAnswered(state, event, facts);
    case 'profileRefused':
      return [{ ...state, status: 'anonymous', user: null }, []];
    case 'profileUnreachable':
      return [{ ...state, status: 'failed', problem: 'profileUnavailable' }, []];
    case 'userChanged':
      return [{ ...state, user: event.user }, []];
    case 'unauthorized':
      return unauthorized(state, event, facts);
    case 'tokenExpiredDue':
      return tokenExpired(state, facts);
    case 'refreshDue':
      return refreshDue(state, facts);
    case 'refreshLockTaken':
      return refreshLockTaken(state, facts);
    case 'refreshRetryDue':
      return postRefresh(state, facts);
    case 'refreshAnswered':
      return refreshed(state, event.expiresAt, facts);
    case 'refreshUnreachable':
      return refreshUnreachable(state);
    case 'refreshRefused':
      return refreshRefused(state, event, facts);
    case 'reloadDue':
      return [state, [{ type: 'reload' }]];
    case 'forceLogoutDue':
      return sessionEnded(state, [{ type: 'announce', name: 'auth:force_logout' }]);
    case 'signedIn':
      return [
        { ...state, problem: null },
        [{ type: 'after', ms: signInCheckMs, event: { ...event, type: 'signInCheckDue' } }],
      ];
    case 'signInCheckDue':
      return hasCredentials(facts)
        ? authenticated(state, event, facts)
        : [state, [{ type: 'storeFallback', next: { ...event, type: 'fallbackChecked' } }]];
    case 'fallbackChecked':
      return facts.hasFallback
        ? authenticated(state, event, facts)
        : [{ ...state, status: 'anonymous', user: null, problem: 'storageIssue' }, []];
    case 'logoutWanted':
      return [state, [{ type: 'postLogout', isPending: false }]];
    case 'logoutAnswered':
      return loggedOut(state, event, facts);
  }
}

// Rows 24 and 25.
function loadProfile(state: SessionState, facts: Facts): Step {
  if (hasCredentials(facts)) {
    return [{ ...state, status: 'loading', problem: null }, [{ type: 'loadProfile' }]];
  }
  // Return the same state if nothing has changed, so that listeners do not render again.
  const isUnchanged = state.status === 'anonymous' && state.user === null && state.problem === null;
  return [isUnchanged ? state : { ...state, status: 'anonymous', user: null, problem: null }, []];
}

// Rows 24 and 24b: no tab has seen this session, so a sign-in on a provider's page has just ended.
function profileAnswered(
  state: SessionState,
  { user, expiresAt }: SessionEvent & { type: 'profileAnswered' },
  facts: Facts,
): Step {
  const isNew = facts.sharedExpiresAt === null;
  const [next, announced]: Step = isNew ? emitLogin(state, user, facts) : [state, []];
  return [
    { ...next, status: 'authenticated', user, problem: null, ...life({ expiresAt }, facts) },
    [...scheduleRefresh(expiresAt, facts), ...announced],
  ];
}

// Rows 8 to 13.
function unauthorized(
  state: SessionState,
  { id, url, code, error, isRetry, csrfAtSend }: SessionEvent & { type: 'unauthorized' },
  facts: Facts,
): Step {
  const path = apiPath(url);
  const detail = { status: 401, url, isAuthEndpoint: isAuthEndpoint(path) };
  const effects: Effect[] = [{ type: 'announce', name: 'api:unauthorized', detail }];
  if (isRetry) return [state, [...effects, { type: 'reject', ids: [id] }]];

  if (facts.hasRefresh && (error === 'Token expired' || code === 'token_missing')) {
    // Sent before a refresh that has finished since: the new token is already there.
    if (!state.refresh && csrfAtSend !== facts.csrfAccess) {
      return [state, [...effects, { type: 'replay', ids: [id] }]];
    }
    const queue = [...state.queue, id];
    const dropped = queue.splice(0, Math.max(0, queue.length - maxQueuedRequests));
    if (dropped.length > 0) effects.push({ type: 'reject', ids: dropped });
    const [next, refreshing] = wantRefresh({ ...state, queue }, facts);
    return [next, [...effects, ...refreshing]];
  }

  effects.push({ type: 'reject', ids: [id] });
  if (facts.hasRefresh) {
    if (code.startsWith('csrf_') || code === 'bad_credentials') return [state, effects];
    const [next, refreshing] = wantRefresh(state, facts);
    return [next, [...effects, ...refreshing]];
  }
  if (!isOwnUnauthorized(path)) {
    effects.push({ type: 'after', ms: eventDelayMs, event: { type: 'tokenExpiredDue' } });
  }
  return [state, effects];
}

// Rows 14 and 14b: one refresh at a time in this tab and, by a lock, in this browser.
function wantRefresh(state: SessionState, facts: Facts, csrfBefore = facts.csrfAccess): Step {
  if (state.refresh) return [state, []];
  const refresh = { attempt: 1, csrfBefore, csrfSent: null, hasRetriedCsrf: false };
  return [{ ...state, refresh }, [{ type: 'takeRefreshLock' }]];
}

function refreshLockTaken(state: SessionState, facts: Facts): Step {
  const isRenewed = state.refresh && facts.csrfAccess !== state.refresh.csrfBefore;
  if (!isRenewed) return postRefresh(state, facts);
  // Cookies are shared at once, but the other tab's expiry may not have arrived in local storage yet.
  const shared = facts.sharedExpiresAt ?? 0;
  const isTheirs = shared > facts.now && shared !== state.expiresAt;
  return refreshed(state, isTheirs ? shared : facts.now + (state.lifetimeMs ?? 0), facts);
}

function postRefresh(state: SessionState, facts: Facts): Step {
  if (!state.refresh) return [state, []];
  const refresh = { ...state.refresh, csrfSent: facts.csrfRefresh };
  return [{ ...state, refresh }, [{ type: 'postRefresh' }]];
}

// Row 15.
function refreshed(state: SessionState, expiresAt: number, facts: Facts): Step {
  const [emitting, announced] = emit(state, 'auth:token_refresh', facts);
  return [
    { ...emitting, refresh: null, queue: [], ...life({ expiresAt }, facts) },
    [
      { type: 'releaseRefreshLock' },
      ...scheduleRefresh(expiresAt, facts),
      ...announced,
      { type: 'announce', name: 'auth:retry_request' },
      { type: 'replay', ids: state.queue },
    ],
  ];
}

// Rows 15b and 15c.
function refreshUnreachable(state: SessionState): Step {
  const { refresh, queue } = state;
  if (!refresh) return [state, []];
  if (refresh.attempt < refreshAttempts) {
    return [
      { ...state, refresh: { ...refresh, attempt: refresh.attempt + 1 } },
      [{ type: 'after', ms: refreshRetryMs * refresh.attempt, event: { type: 'refreshRetryDue' } }],
    ];
  }
  return [
    { ...state, refresh: null, queue: [] },
    [{ type: 'releaseRefreshLock' }, { type: 'reject', ids: queue, because: 'network' }],
  ];
}

// Rows 7, 16, 16b, 17 and 18.
function refreshRefused(state: SessionState, { code }: { code: string }, facts: Facts): Step {
  const { refresh, queue } = state;
  const hasNewCsrf = refresh !== null && facts.csrfRefresh !== refresh.csrfSent;
  if (code.startsWith('csrf_') && refresh && hasNewCsrf && !refresh.hasRetriedCsrf) {
    return postRefresh({ ...state, refresh: { ...refresh, hasRetriedCsrf: true } }, facts);
  }
  const mayReload =
    facts.lastReloadAt === null || facts.now - facts.lastReloadAt >= reloadCooldownMs;
  return [
    { ...state, refresh: null, queue: [] },
    [
      { type: 'releaseRefreshLock' },
      { type: 'reject', ids: queue },
      { type: 'clearCredentials' },
      ...(mayReload
        ? ([
            { type: 'rememberReload', at: facts.now },
            { type: 'after', ms: reloadDelayMs, event: { type: 'reloadDue' } },
          ] as const)
        : ([{ type: 'after', ms: eventDelayMs, event: { type: 'forceLogoutDue' } }] as const)),
    ],
  ];
}

// Rows 20 and 21. A token refreshed by another tab is adopted together with its expiry.
function refreshDue(state: SessionState, facts: Facts): Step {
  if (state.expiresAt === null) return [state, []];
  const renewed = facts.sharedExpiresAt ?? 0;
  if (renewed > state.expiresAt && renewed > facts.now) {
    return [{ ...state, ...life({ expiresAt: renewed }, facts) }, scheduleRefresh(renewed, facts)];
  }
  if (state.expiresAt - facts.now > refreshWhenLeftMs) return [state, []];
  // The cookie that belongs to our expiry: another tab may have renewed it before this timer fired.
  return facts.hasRefresh ? wantRefresh(state, facts, state.csrfAccess) : [state, []];
}

// Row 23: while a refresh is possible the session has not expired.
function tokenExpired(state: SessionState, facts: Facts): Step {
  if (facts.hasRefresh) return [state, []];
  const [next, announced] = emit(state, 'auth:token_expired', facts);
  if (announced.length === 0) return [next, []];
  // Otherwise a rejected fallback token would be sent, and the message shown, on every page load.
  return sessionEnded(next, [{ type: 'clearCredentials' }, ...announced]);
}

// Row 28.
function sessionEnded(state: SessionState, effects: readonly Effect[]): Step {
  return [
    { ...state, status: 'anonymous', user: null, problem: 'sessionExpired', expiresAt: null },
    [...effects, { type: 'resetLocations' }],
  ];
}

// Row 26.
function authenticated(
  state: SessionState,
  { user, expiresAt }: Pick<SessionEvent & { type: 'signedIn' }, 'user' | 'expiresAt'>,
  facts: Facts,
): Step {
  const [next, announced] = emitLogin(state, user, facts);
  return [
    { ...next, status: 'authenticated', user, problem: null, ...life({ expiresAt }, facts) },
    [...scheduleRefresh(expiresAt, facts), ...announced, { type: 'resetLocations' }],
  ];
}

// Row 29, and a pending logout that an earlier visit could not send.
function loggedOut(
  state: SessionState,
  { isPending, wasReached }: { isPending: boolean; wasReached: boolean },
  facts: Facts,
): Step {
  const remember: Effect = { type: 'rememberLogout', isPending: !wasReached };
  if (isPending) {
    // The server still accepts the old cookies: loading the profile would sign the user in again.
    if (!wasReached) return [{ ...state, status: 'anonymous', user: null }, [remember]];
    const [next, effects] = loadProfile(state, facts);
    return [next, [remember, ...effects]];
  }
  const [next, announced] = emit(state, 'auth:logout', facts);
  return [
    { ...next, status: 'anonymous', user: null, problem: null, expiresAt: null, queue: [] },
    [
      { type: 'clearCredentials' },
      remember,
      { type: 'reject', ids: state.queue },
      ...announced,
      { type: 'resetLocations' },
    ],
  ];
}

function emitLogin(state: SessionState, user: User, facts: Facts): Step {
  return emit(state, 'auth:login', facts, { firstName: user.first_name });
}

// Row 22 and the first half of row 23: repeated events within the window are dropped.
function emit(
  state: SessionState,
  name: 'auth:login' | 'auth:logout' | 'auth:token_expired' | 'auth:token_refresh',
  facts: Facts,
  detail?: Record<string, unknown>,
): Step {
  const windowMs = name === 'auth:token_expired' ? sameExpiryEventMs : sameEventMs;
  const last = state.emittedAt[name];
  if (last !== undefined && facts.now - last < windowMs) return [state, []];
  return [
    { ...state, emittedAt: { ...state.emittedAt, [name]: facts.now } },
    [{ type: 'announce', name, ...(detail && { detail }) }],
  ];
}

// Row 19.
function scheduleRefresh(expiresAt: number, facts: Facts): Effect[] {
  return [
    { type: 'scheduleRefresh', inMs: expiresAt - facts.now - refreshLeadMs(expiresAt - facts.now) },
    { type: 'shareExpiry', expiresAt },
  ];
}

function life({ expiresAt }: { expiresAt: number }, facts: Facts) {
  return { expiresAt, lifetimeMs: expiresAt - facts.now, csrfAccess: facts.csrfAccess };
}

function hasCredentials(facts: Facts): boolean {
  return facts.hasAccess || facts.hasRefresh || facts.hasFallback;
}
