/** Runs the session state machine: reads the facts, runs timers and performs the effects. */
import { readStored, writeStored } from '../../storage/store.ts';
import { type ApiError, NetworkError, parseApiError } from '../errors.ts';
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
import { shareUser, watchUser } from './userOfBrowser.ts';

type Answers = components['schemas'];

const refreshLock = 'auth-refresh';
const millisecondsPerSecond = 1000;

interface WaitingRequest {
  error: ApiError;
  replay: () => Promise<Response>;
  resolve: (response: Response | Promise<Response>) => void;
  reject: (error: Error) => void;
}

interface SessionDeps {
  /** Sends a request through the whole client, so that an expired token is refreshed. */
  send: (request: Request) => Promise<Response>;
  reload: () => void;
  /** Goes to a page of another site. */
  leave?: (url: string) => void;
  resetLocations: () => void;
  known?: Answers['CurrentUserResponse'] | null | undefined;
}

export class Session {
  readonly #deps: SessionDeps;
  readonly #listeners = new Set<() => void>();
  readonly #waiting = new Map<number, WaitingRequest>();
  #state: SessionState = firstState(readFacts());
  /** Effects of the profile that the server sent with the page; they wait for `start`, when the app listens. */
  #profileEffects: readonly Effect[] | null = null;
  #nextId = 1;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #releaseLock: () => void = () => undefined;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    const facts = readFacts();
    if (deps.known && facts.hasAccess && !facts.isLogoutPending) {
      const event = profileAnswer(deps.known);
      [this.#state, this.#profileEffects] = step(this.#state, event, facts);
    }
  }

  get state(): SessionState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the profile and refreshes the token before it expires. Returns a function that stops it. */
  start(): () => void {
    const check = () => this.#dispatch({ type: 'refreshDue' });
    const checkWhenVisible = () => document.visibilityState === 'visible' && check();
    const interval = setInterval(check, refreshCheckMs);
    shareUser(this.#state);
    // A reload drops everything that this tab holds of the user before; a visitor's tab has nothing to drop.
    const stopWatching = watchUser(
      () => this.#state,
      (wasSignedIn) => (wasSignedIn ? this.#deps.reload() : this.retryProfile()),
    );
    document.addEventListener('visibilitychange', checkWhenVisible);
    if (this.#profileEffects) for (const effect of this.#profileEffects) this.#run(effect);
    else this.#dispatch({ type: 'started' });
    return () => {
      stopWatching();
      clearInterval(interval);
      clearTimeout(this.#refreshTimer);
      document.removeEventListener('visibilitychange', checkWhenVisible);
    };
  }

  retryProfile(): void {
    this.#dispatch({ type: 'started' });
  }

  /** Call after any successful sign-in request. */
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

  /** Handles a 401: resolves with the replayed request's response, or rejects with the server's error. */
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
    if (hasChanged) shareUser(state);
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
        this.#deps.reload();
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
        this.#deps.resetLocations();
        break;
    }
  }

  async #loadProfile(): Promise<void> {
    try {
      const response = await this.#deps.send(new Request(address(profilePath)));
      this.#dispatch(profileAnswer(await response.json()));
    } catch (error) {
      const isRefused = (error as ApiError).status === 401;
      this.#dispatch({ type: isRefused ? 'profileRefused' : 'profileUnreachable' });
    }
  }

  /** One refresh per browser, where the browser supports the Web Locks API. */
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
        const { code } = await parseApiError(response);
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
    let providerUrl: string | null = null;
    try {
      const request = new Request(address(logoutPath), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
      const response = await sendRequest(request);
      wasReached = response.ok;
      const answer: Partial<Answers['LogoutResponse']> = await response.json();
      providerUrl = answer.provider_logout_url ?? null;
    } catch {
      // Offline: stored as pending and sent first at the next start.
    }
    this.#dispatch({ type: 'logoutAnswered', isPending, wasReached });
    // The user has logged out now, not at the end of an earlier visit: the session at the provider ends, too.
    if (providerUrl && !isPending) this.#deps.leave?.(providerUrl);
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

function profileAnswer(answer: Answers['CurrentUserResponse']): SessionEvent {
  return { type: 'profileAnswered', user: answer.user, expiresAt: endOf(answer) };
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

/** Counted from the arrival of the token, because the device's clock may be wrong. */
function endOf({ expires_in }: { expires_in: number }): number {
  return Date.now() + expires_in * millisecondsPerSecond;
}
