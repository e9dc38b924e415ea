/** Runs the session machine: reads the facts, keeps the timers, and carries out the effects at the edge. */
import { readStored, writeStored } from '../../storage/store.ts';
import { type ApiError, errorOf, NetworkError } from '../errors.ts';
import type { components } from '../schema.d.ts';
import { sendRequest } from '../sendRequest.ts';
import {
  clearCredentials,
  csrfAccessCookie,
  csrfRefreshCookie,
  readCookie,
  readFallbackToken,
  storeFallbackToken,
} from './credentials.ts';
import { firstState, step } from './machine.ts';
import {
  apiBase,
  logoutPath,
  profilePath,
  refreshCheckMs,
  refreshPath,
  replayIntervalMs,
} from './rules.ts';
import type { Effect, Facts, SessionEvent, SessionState, User } from './types.ts';

type Answers = components['schemas'];

const refreshLock = 'auth-refresh';
const millisecondsPerSecond = 1000;

interface WaitingRequest {
  error: ApiError;
  replay: () => Promise<Response>;
  resolve: (response: Response | Promise<Response>) => void;
  reject: (error: Error) => void;
}

interface SessionEdges {
  /** Sends a request through the whole client, so that an expired token is renewed on the way. */
  send: (request: Request) => Promise<Response>;
  reload: () => void;
  resetLocations: () => void;
  known?: Answers['CurrentUserResponse'] | null | undefined;
}

export class Session {
  readonly #edges: SessionEdges;
  readonly #listeners = new Set<() => void>();
  readonly #waiting = new Map<number, WaitingRequest>();
  #state: SessionState = firstState(readFacts());
  /** The page came with the answer to its first question. */
  #isKnown = false;
  #nextId = 1;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #releaseLock: () => void = () => undefined;

  constructor(edges: SessionEdges) {
    this.#edges = edges;
    const { hasAccess, isLogoutPending } = readFacts();
    if (edges.known && hasAccess && !isLogoutPending) {
      this.#isKnown = true;
      this.#profileAnswered(edges.known);
    }
  }

  get state(): SessionState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks who is there, and keeps the token young from now on; returns the way to stop. */
  start(): () => void {
    const check = () => this.#dispatch({ type: 'refreshDue' });
    const checkWhenVisible = () => document.visibilityState === 'visible' && check();
    const interval = setInterval(check, refreshCheckMs);
    document.addEventListener('visibilitychange', checkWhenVisible);
    if (!this.#isKnown) this.#dispatch({ type: 'started' });
    return () => {
      clearInterval(interval);
      clearTimeout(this.#refreshTimer);
      document.removeEventListener('visibilitychange', checkWhenVisible);
    };
  }

  retryProfile(): void {
    this.#dispatch({ type: 'started' });
  }

  /** After any sign-in call has answered. */
  signedIn(answer: Answers['SignInResponse']): void {
    this.#dispatch({
      type: 'signedIn',
      user: answer.user,
      accessToken: answer.access_token,
      expiresAt: endOf(answer),
    });
  }

  userChanged(user: User): void {
    this.#dispatch({ type: 'userChanged', user });
  }

  logout(): void {
    this.#dispatch({ type: 'logoutWanted' });
  }

  /** A 401: resolves with the replayed request's answer, or rejects with the error the server gave. */
  unauthorized(
    url: string,
    error: ApiError,
    sent: { isRetry: boolean; csrfAtSend: string | null },
    replay: () => Promise<Response>,
  ): Promise<Response> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { error, replay, resolve, reject });
      const { code, error: text } = error;
      this.#dispatch({ type: 'unauthorized', id, url, code, error: text, ...sent });
    });
  }

  #dispatch(event: SessionEvent): void {
    const [state, effects] = step(this.#state, event, readFacts());
    const hasChanged = state !== this.#state;
    this.#state = state;
    for (const effect of effects) this.#run(effect);
    if (hasChanged) for (const listener of this.#listeners) listener();
  }

  #run(effect: Effect): void {
    switch (effect.type) {
      case 'announce':
        window.dispatchEvent(new CustomEvent(effect.name, { detail: effect.detail }));
        break;
      case 'after':
        setTimeout(() => this.#dispatch(effect.event), effect.ms);
        break;
      case 'loadProfile':
        void this.#loadProfile();
        break;
      case 'takeRefreshLock':
        this.#takeLock();
        break;
      case 'releaseRefreshLock':
        this.#releaseLock();
        break;
      case 'postRefresh':
        void this.#postRefresh();
        break;
      case 'scheduleRefresh':
        clearTimeout(this.#refreshTimer);
        this.#refreshTimer = setTimeout(
          () => this.#dispatch({ type: 'refreshDue' }),
          Math.max(0, effect.inMs),
        );
        break;
      case 'shareExpiry':
        writeStored('sessionExpiresAt', effect.expiresAt);
        break;
      case 'replay':
        effect.ids.forEach((id, index) => {
          setTimeout(() => this.#replay(id), replayIntervalMs * index);
        });
        break;
      case 'reject':
        for (const id of effect.ids) this.#reject(id, effect.because === 'network');
        break;
      case 'clearCredentials':
        clearCredentials();
        clearTimeout(this.#refreshTimer);
        writeStored('sessionExpiresAt', null);
        break;
      case 'rememberReload':
        writeStored('lastReload', effect.at);
        writeStored('sessionExpired', true);
        break;
      case 'reload':
        this.#edges.reload();
        break;
      case 'storeFallback':
        storeFallbackToken(effect.next.accessToken);
        this.#dispatch(effect.next);
        break;
      case 'postLogout':
        void this.#postLogout(effect.isPending);
        break;
      case 'rememberLogout':
        writeStored('pendingLogout', effect.isPending);
        break;
      case 'resetLocations':
        this.#edges.resetLocations();
        break;
    }
  }

  async #loadProfile(): Promise<void> {
    try {
      const response = await this.#edges.send(new Request(address(profilePath)));
      this.#profileAnswered(await response.json());
    } catch (error) {
      const isRefused = (error as ApiError).status === 401;
      this.#dispatch({ type: isRefused ? 'profileRefused' : 'profileUnreachable' });
    }
  }

  #profileAnswered(answer: Answers['CurrentUserResponse']): void {
    this.#dispatch({ type: 'profileAnswered', user: answer.user, expiresAt: endOf(answer) });
  }

  /** One refresh per browser, where the browser has locks. */
  #takeLock(): void {
    const released = new Promise<void>((resolve) => {
      this.#releaseLock = resolve;
    });
    const taken = async () => {
      this.#dispatch({ type: 'refreshLockTaken' });
      await released;
    };
    if (navigator.locks) void navigator.locks.request(refreshLock, taken);
    else void taken();
  }

  async #postRefresh(): Promise<void> {
    try {
      const response = await sendRequest(new Request(address(refreshPath), { method: 'POST' }));
      if (response.ok) {
        const answer = (await response.json()) as Answers['RefreshResponse'];
        this.#dispatch({ type: 'refreshAnswered', expiresAt: endOf(answer) });
      } else if ([401, 403, 422].includes(response.status)) {
        const { code } = await errorOf(response);
        this.#dispatch({ type: 'refreshRefused', status: response.status, code });
      } else {
        this.#dispatch({ type: 'refreshUnreachable' });
      }
    } catch {
      this.#dispatch({ type: 'refreshUnreachable' });
    }
  }

  async #postLogout(isPending: boolean): Promise<void> {
    let wasReached = false;
    try {
      const request = new Request(address(logoutPath), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
      wasReached = (await sendRequest(request)).ok;
    } catch {
      // Offline: remembered, and sent at the next start before anything else.
    }
    this.#dispatch({ type: 'logoutAnswered', isPending, wasReached });
  }

  #replay(id: number): void {
    const request = this.#take(id);
    request?.resolve(request.replay());
  }

  #reject(id: number, isNetwork: boolean): void {
    const request = this.#take(id);
    request?.reject(isNetwork ? new NetworkError(request.error, false) : request.error);
  }

  #take(id: number): WaitingRequest | undefined {
    const request = this.#waiting.get(id);
    this.#waiting.delete(id);
    return request;
  }
}

function address(path: string): URL {
  return new URL(`${apiBase}${path}`, location.origin);
}

function readFacts(): Facts {
  const csrfAccess = readCookie(csrfAccessCookie);
  const csrfRefresh = readCookie(csrfRefreshCookie);
  return {
    now: Date.now(),
    hasAccess: csrfAccess !== null,
    hasRefresh: csrfRefresh !== null,
    hasFallback: readFallbackToken() !== null,
    csrfAccess,
    csrfRefresh,
    lastReloadAt: readStored('lastReload'),
    isLogoutPending: readStored('pendingLogout'),
    sharedExpiresAt: readStored('sessionExpiresAt'),
  };
}

/** By this device's own clock, which may be wrong: a token's life is counted from its arrival. */
function endOf({ expires_in }: { expires_in: number }): number {
  return Date.now() + expires_in * millisecondsPerSecond;
}
