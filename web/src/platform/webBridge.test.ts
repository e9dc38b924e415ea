/** The device bridge of a plain browser. */
import { describe, expect, test, vi } from 'vitest';
import { createWebBridge } from './webBridge.ts';

function withNavigator(change: object) {
  vi.stubGlobal('navigator', { ...change });
  return createWebBridge();
}

describe('position', () => {
  const answering = (answer: (ok: (p: unknown) => void, fail: (e: unknown) => void) => void) => {
    const getCurrentPosition = vi.fn(answer);
    return { bridge: withNavigator({ geolocation: { getCurrentPosition } }), getCurrentPosition };
  };

  test('is requested with high accuracy, no cached value and a time-out of 15 seconds', async () => {
    const coords = { latitude: 52.5, longitude: 13.4, accuracy: 20 };
    const { bridge, getCurrentPosition } = answering((ok) => ok({ coords }));
    expect(await bridge.currentPosition(18_000, true)).toEqual({
      isKnown: true,
      latitude: 52.5,
      longitude: 13.4,
      accuracyMeters: 20,
    });
    expect(getCurrentPosition).toHaveBeenCalledWith(expect.anything(), expect.anything(), {
      enableHighAccuracy: true,
      maximumAge: 0,
      timeout: 15_000,
    });
  });

  test.each([
    [1, 'denied'],
    [2, 'unavailable'],
    [3, 'timeout'],
    [9, 'failed'],
  ])('error code %i means %s', async (code, reason) => {
    const { bridge } = answering((_ok, fail) => fail({ code }));
    expect(await bridge.currentPosition(18_000, true)).toEqual({ isKnown: false, reason });
  });

  test('a dismissed prompt can be shown again', async () => {
    const bridge = withNavigator({
      geolocation: {
        getCurrentPosition: (_ok: unknown, fail: (error: unknown) => void) => fail({ code: 1 }),
      },
      permissions: { query: async () => ({ state: 'prompt' }) },
    });
    expect(await bridge.currentPosition(18_000, true)).toMatchObject({ reason: 'dismissed' });
  });

  test('a prompt without an answer times out', async () => {
    vi.useFakeTimers();
    const { bridge } = answering(() => undefined);
    const answer = bridge.currentPosition(18_000, true);
    await vi.advanceTimersByTimeAsync(18_000);
    expect(await answer).toEqual({ isKnown: false, reason: 'noAnswer' });
  });

  test('a browser without the API is unsupported', async () => {
    const bridge = withNavigator({});
    expect(await bridge.currentPosition(18_000, true)).toMatchObject({ reason: 'unsupported' });
    expect(await bridge.locationPermission(5_000, false)).toBe('unsupported');
  });
});

test.each(['granted', 'denied', 'prompt'])('the permission %s is passed on', async (state) => {
  const bridge = withNavigator({
    geolocation: {},
    permissions: { query: async () => ({ state }) },
  });
  expect(await bridge.locationPermission(5_000, false)).toBe(state);
});

test('a phone vibrates; without the API nothing happens', () => {
  const vibrate = vi.fn();
  withNavigator({ vibrate }).haptic('selection');
  expect(vibrate).toHaveBeenCalledWith([10]);
  expect(() => withNavigator({}).haptic('error')).not.toThrow();
});

test('a browser has no console to open', () => {
  expect(createWebBridge().openConsole()).toBe(false);
});
