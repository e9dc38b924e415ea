/** The types of the session state machine: state, events, facts and effects. */
import type { components } from '../schema.d.ts';

export type User = components['schemas']['User'];

type AuthEventName =
  | 'auth:login'
  | 'auth:logout'
  | 'auth:token_expired'
  | 'auth:token_refresh'
  | 'auth:retry_request'
  | 'auth:force_logout'
  | 'api:unauthorized';

export interface SessionState {
  /** `failed`: the profile could not be loaded; the cookies are kept. */
  status: 'loading' | 'authenticated' | 'anonymous' | 'failed';
  user: User | null;
  problem: 'profileUnavailable' | 'storageIssue' | 'sessionExpired' | null;
  /** Expiry of the access token, in milliseconds since the epoch. */
  expiresAt: number | null;
  lifetimeMs: number | null;
  /** The CSRF cookie of the token that `expiresAt` belongs to. */
  csrfAccess: string | null;
  refresh: {
    attempt: number;
    csrfBefore: string | null;
    csrfSent: string | null;
    hasRetriedCsrf: boolean;
  } | null;
  /** Ids of the requests that wait for a new token, oldest first. */
  queue: readonly number[];
  emittedAt: Partial<Record<AuthEventName, number>>;
}

/** What is true at the time of an event; read by `Session`, so that the machine stays pure. */
export interface Facts {
  now: number;
  hasAccess: boolean;
  hasRefresh: boolean;
  hasFallback: boolean;
  csrfAccess: string | null;
  csrfRefresh: string | null;
  lastReloadAt: number | null;
  isLogoutPending: boolean;
  /** The latest expiry seen by any tab of this browser. */
  sharedExpiresAt: number | null;
}

interface SignIn {
  user: User;
  accessToken: string;
  expiresAt: number;
}

export type SessionEvent =
  | { type: 'started' }
  | { type: 'profileAnswered'; user: User; expiresAt: number }
  | { type: 'profileRefused' }
  | { type: 'profileUnreachable' }
  | { type: 'userChanged'; user: User }
  | {
      type: 'unauthorized';
      id: number;
      url: string;
      code: string;
      error: string;
      isRetry: boolean;
      /** The CSRF cookie of the access token when the request was sent. */
      csrfAtSend: string | null;
    }
  | { type: 'tokenExpiredDue' }
  | { type: 'refreshDue' }
  | { type: 'refreshLockTaken' }
  | { type: 'refreshRetryDue' }
  | { type: 'refreshAnswered'; expiresAt: number }
  | { type: 'refreshUnreachable' }
  | { type: 'refreshRefused'; status: number; code: string }
  | { type: 'reloadDue' }
  | { type: 'forceLogoutDue' }
  | ({ type: 'signedIn' } & SignIn)
  | ({ type: 'signInCheckDue' } & SignIn)
  | ({ type: 'fallbackChecked' } & SignIn)
  | { type: 'logoutWanted' }
  | { type: 'logoutAnswered'; isPending: boolean; wasReached: boolean };

export type Effect =
  | { type: 'announce'; name: AuthEventName; detail?: Record<string, unknown> }
  | { type: 'after'; ms: number; event: SessionEvent }
  | { type: 'loadProfile' }
  | { type: 'takeRefreshLock' }
  | { type: 'postRefresh' }
  | { type: 'releaseRefreshLock' }
  | { type: 'scheduleRefresh'; inMs: number }
  | { type: 'shareExpiry'; expiresAt: number }
  | { type: 'replay'; ids: readonly number[] }
  | { type: 'reject'; ids: readonly number[]; because?: 'network' }
  | { type: 'clearCredentials' }
  | { type: 'rememberReload'; at: number }
  | { type: 'reload' }
  | { type: 'storeFallback'; next: SessionEvent & { type: 'fallbackChecked' } }
  | { type: 'postLogout'; isPending: boolean }
  | { type: 'rememberLogout'; isPending: boolean }
  | { type: 'resetLocations' };

export type Step = readonly [SessionState, readonly Effect[]];
