/**
 * The specification's table of constants, row by row, as the code that uses them behaves. Not repeated here: the rows of
 * a feature, a page or a component, which the tests beside them assert, and layout, which the journeys in e2e/ measure.
 * Those tests name R9.01 too.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { RequestDeduplicator } from './api/requestDeduplicator.ts';
import { initialState, step } from './api/session/machine.ts';
import { refreshLeadMs } from './api/session/rules.ts';
import type { Effect, Facts, SessionEvent, SessionState } from './api/session/types.ts';
import { checkNewPassword } from './forms/checks.ts';
import { detectLanguage, languages } from './i18n/language.ts';
import { createWebBridge } from './platform/webBridge.ts';
import { createDraft } from './storage/places.ts';
import { readStored } from './storage/store.ts';
import { lifetimeMs, ToastStore } from './ui/overlays/toasts.ts';

const second = 1_000;
const now = 1_000_000;
const cookies: Facts = {
  now,
  hasAccess: true,
  hasRefresh: true,
  hasFallback: false,
  csrfAccess: 'a',
  csrfRefresh: 'r',
  lastReloadAt: null,
  isLogoutPending: false,
  sharedExpiresAt: null,
};
const refreshing: SessionState = {
  ...initialState,
  expiresAt: now,
  refresh: { attempt: 1, csrfBefore: 'a', csrfSent: 'r', hasRetriedCsrf: false },
};
const refused: SessionEvent = { type: 'refreshRefused', status: 401, code: 'token_invalid' };

/** The delayed events among the effects, as `[delay, event]`. */
const delayed = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.type === 'after' ? [[effect.ms, effect.event.type]] : []));

/** Whether the machine sends the event again after a pause. */
function isRepeated(event: SessionEvent, facts: Facts, pauseMs: number): boolean {
  const [state] = step(initialState, event, facts);
  const [, effects] = step(state, event, { ...facts, now: facts.now + pauseMs });
  return effects.some(({ type }) => type === 'announce');
}

const rows: Record<string, () => void | Promise<void>> = {
  'Duplicate GET window: 1000 ms': async () => {
    const deduplicator = new RequestDeduplicator();
    const send = vi.fn(async () => new Response('{}'));
    const read = () => deduplicator.send(new Request('http://localhost/api/x'), false, send);
    await read();
    const again = read();
    await vi.advanceTimersByTimeAsync(999);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await again;
    expect(send).toHaveBeenCalledTimes(2);
  },
  // That they are replayed 100 ms apart is measured over HTTP in session.http.test.ts.
  'Retry queue: at most 10': () => {
    let state = refreshing;
    const rejected: number[] = [];
    for (let id = 1; id <= 12; id += 1) {
      const [next, effects] = step(
        state,
        {
          type: 'unauthorized',
          id,
          url: 'http://localhost/api/locations',
          code: 'token_expired',
          error: 'Token expired',
          isRetry: false,
          csrfAtSend: 'a',
        },
        cookies,
      );
      state = next;
      rejected.push(...effects.flatMap((effect) => (effect.type === 'reject' ? effect.ids : [])));
    }
    expect(state.queue).toHaveLength(10);
    expect(rejected).toEqual([1, 2]);
  },
  'Reload cooldown: 30 s, reload after 500 ms': () => {
    const after = (lastReloadAt: number | null) =>
      delayed(step(refreshing, refused, { ...cookies, lastReloadAt })[1]);
    expect(after(now - 30 * second + 1)).toEqual([[100, 'forceLogoutDue']]);
    expect(after(now - 30 * second)).toEqual([[500, 'reloadDue']]);
  },
  'Auth event debounce: 1 s, token expiry 3 s': () => {
    const logout: SessionEvent = { type: 'logoutAnswered', isPending: false, wasReached: true };
    expect(isRepeated(logout, cookies, second - 1)).toBe(false);
    expect(isRepeated(logout, cookies, second)).toBe(true);
    const expiry: SessionEvent = { type: 'tokenExpiredDue' };
    const anonymous = { ...cookies, hasRefresh: false };
    expect(isRepeated(expiry, anonymous, 3 * second - 1)).toBe(false);
    expect(isRepeated(expiry, anonymous, 3 * second)).toBe(true);
  },
  // The check every ten minutes runs in session.http.test.ts.
  'Preemptive refresh: 10 %, at least 30 s, below 300 s left, 2 retries': () => {
    expect(refreshLeadMs(500 * second)).toBe(50 * second);
    expect(refreshLeadMs(200 * second)).toBe(30 * second);
    const dueWith = (leftMs: number) =>
      step({ ...initialState, expiresAt: now + leftMs }, { type: 'refreshDue' }, cookies)[1];
    expect(dueWith(300 * second + 1)).toEqual([]);
    expect(dueWith(300 * second)).toEqual([{ type: 'takeRefreshLock' }]);
    const unreachable: SessionEvent = { type: 'refreshUnreachable' };
    const [retried, first] = step(refreshing, unreachable, cookies);
    const [third, next] = step(retried, unreachable, cookies);
    expect([...delayed(first), ...delayed(next)]).toEqual([
      [500, 'refreshRetryDue'],
      [1_000, 'refreshRetryDue'],
    ]);
    expect(delayed(step(third, unreachable, cookies)[1])).toEqual([]);
  },
  'Browser position request: 15 s, high accuracy, no cache': () => {
    const getCurrentPosition = vi.fn();
    vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
    void createWebBridge().currentPosition(20 * second, true);
    expect(getCurrentPosition.mock.lastCall?.[2]).toEqual({
      timeout: 15 * second,
      enableHighAccuracy: true,
      maximumAge: 0,
    });
  },
  'Default units: celsius, mm, m/s, metric': () => {
    expect(readStored('units')).toMatchObject({
      temperature: 'celsius',
      precipitation: 'mm',
      windSpeed: 'm/s',
      unitSystem: 'metric',
    });
  },
  'Default category: Vacation': () => {
    expect(createDraft({ name: 'Bonn', latitude: 50.7, longitude: 7.1 }).category).toBe('Vacation');
  },
  'Toasts: session 5000 ms, app 3 s, at most 3': () => {
    expect(lifetimeMs({ id: 'a', level: 'session', text: '' })).toBe(5 * second);
    expect(lifetimeMs({ id: 'a', level: 'app', text: '' })).toBe(3 * second);
    const store = new ToastStore();
    for (let count = 0; count < 5; count += 1) store.add({ level: 'app', text: '' });
    expect(store.toasts).toHaveLength(3);
  },
  'Password minimum: 8 characters': () => {
    expect(checkNewPassword('1234567')).toBe('auth.passwordTooShort');
    expect(checkNewPassword('12345678')).toBeUndefined();
  },
  'Languages: en, tr, de, fallback en': () => {
    expect([...languages].sort()).toEqual(['de', 'en', 'tr']);
    expect(detectLanguage({ stored: null, link: null, browser: ['fr'], page: 'fr' })).toBe('en');
  },
};

beforeEach(() => vi.useFakeTimers());

// [R9.01]
test.each(Object.entries(rows))('%s', (_, check) => check());
