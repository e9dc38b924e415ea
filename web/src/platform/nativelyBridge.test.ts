/** The wrapper's real SDK against a stub of its native side. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { NativeBridge } from './bridge.ts';

const iosAgent = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Natively/iOS';

interface Native {
  answers?: Record<string, unknown>;
  version?: number;
}

interface NativeWindow {
  $agent?: unknown;
  natively?: { notify: (min: number, current: number) => void };
}

const page = window as unknown as NativeWindow & Record<string, unknown>;
let calls: Array<{ method: string; body: Record<string, unknown> | undefined }>;

/** As on a device: the agent exists before any script, and reports to the SDK later. */
async function openInWrapper({ answers = {}, version = 50 }: Native): Promise<NativeBridge> {
  calls = [];
  vi.stubGlobal('navigator', { ...navigator, userAgent: iosAgent });
  page.$agent = {
    trigger(method: string, body?: Record<string, unknown>) {
      calls.push({ method, body: body && { ...body } });
      if (!(method in answers)) return;
      const name = `${method}_response${body?.response_id ? `_${body.response_id}` : ''}`;
      queueMicrotask(() =>
        (page[name] as ((answer: unknown) => void) | undefined)?.(answers[method]),
      );
    },
    response() {},
    natively_logger() {},
  };
  vi.resetModules();
  const { chooseBridge } = await import('./chooseBridge.ts');
  const bridge = await chooseBridge();
  page.natively?.notify(1, version);
  return bridge;
}

afterEach(() => {
  delete page.$agent;
  delete page.natively;
});

const sent = (method: string) => calls.filter((call) => call.method === method);

test('the wrapper is recognised by its user agent', async () => {
  const bridge = await openInWrapper({});
  expect(bridge.kind).toBe('natively');
  expect(bridge.platform).toBe('ios');
  expect(await bridge.ready(5_000)).toBe(true);
});

test('a user agent without the wrapper behind it falls back to the browser', async () => {
  vi.stubGlobal('navigator', { ...navigator, userAgent: iosAgent });
  const { chooseBridge } = await import('./chooseBridge.ts');
  expect((await chooseBridge()).kind).toBe('none');
});

describe('location permission', () => {
  test.each([
    [{ status: 'ALWAYS' }, false, 'granted'],
    [{ status: 'IN_USE' }, false, 'granted'],
    [{ permission: 'in_use' }, false, 'granted'],
    ['ALWAYS', false, 'granted'],
    [true, false, 'granted'],
    [{ status: 'DENIED' }, true, 'denied'],
    [{ status: 'DENIED' }, false, 'prompt'],
    [{ status: 'SOMETHING' }, true, 'prompt'],
  ])('%j, asked before: %j, is %s', async (answer, wasAsked, expected) => {
    const bridge = await openInWrapper({ answers: { location_permission: answer } });
    expect(await bridge.locationPermission(5_000, wasAsked)).toBe(expected);
  });

  test.each([
    ['silence', {}],
    ['a version that drops the call', { version: 5, answers: { location_permission: 'ALWAYS' } }],
  ])('%s becomes prompt after the time-out', async (_name, native) => {
    const bridge = await openInWrapper(native);
    vi.useFakeTimers();
    const answer = bridge.locationPermission(5_000, true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answer).toBe('prompt');
  });
});

describe('position', () => {
  // [R9.01, R9.04]
  test('is requested with the specified accuracy, and opens settings only after a tap', async () => {
    const answers = {
      location_current: { status: 'Success', latitude: 41.0082, longitude: 28.9784, accuracy: 12 },
    };
    const bridge = await openInWrapper({ answers });
    expect(await bridge.currentPosition(12_000, true)).toEqual({
      isKnown: true,
      latitude: 41.0082,
      longitude: 28.9784,
      accuracyMeters: 12,
    });
    expect(sent('location_current')[0]?.body).toMatchObject({
      minAccuracy: 50,
      accuracyType: 'Best',
      priority: 'BALANCED',
      fallbackToSettings: true,
    });
  });

  test.each([
    [
      { status: 'Timeout', latitude: 1, longitude: 2 },
      { isKnown: true, latitude: 1 },
    ],
    [{ status: 'Timeout' }, { isKnown: false, reason: 'timeout' }],
    [
      { status: 'Success', latitude: 0, longitude: 0 },
      { isKnown: false, reason: 'unavailable' },
    ],
    [{ status: 'Error' }, { isKnown: false, reason: 'failed', status: 'Error' }],
    [null, { isKnown: false, reason: 'failed' }],
  ])('%j is read as %j', async (answer, expected) => {
    const bridge = await openInWrapper({
      answers: { location_current: answer, location_permission: { status: 'IN_USE' } },
    });
    expect(await bridge.currentPosition(12_000, false)).toMatchObject(expected);
  });

  test('two simultaneous requests both get their answer', async () => {
    const answers = { location_current: { status: 'Success', latitude: 1, longitude: 2 } };
    const bridge = await openInWrapper({ answers });
    const both = await Promise.all([
      bridge.currentPosition(12_000, false),
      bridge.currentPosition(12_000, false),
    ]);
    expect(both.map(({ isKnown }) => isKnown)).toEqual([true, true]);
  });
});

// [R9.01, R9.04]
test('positions in the background are requested every minute with the same accuracy', async () => {
  const answers = { location_start_bg: { status: 'Success', latitude: 1, longitude: 2 } };
  const bridge = await openInWrapper({ answers });
  const position = await new Promise((resolve) => bridge.startBackgroundPositions(resolve));
  expect(position).toMatchObject({ isKnown: true, latitude: 1, longitude: 2 });
  expect(sent('location_start_bg')[0]?.body).toMatchObject({
    interval: 60_000,
    minAccuracy: 50,
    accuracyType: 'Best',
    priority: 'BALANCED',
    fallbackToSettings: false,
  });
});

// [R9.01, R9.04]
test.each([
  ['sleep', 'health_get_daily_sleep_analysis'],
  ['workouts', 'health_get_workouts'],
] as const)(
  'health records (%s): at most 100 unless another limit is given',
  async (kind, method) => {
    const bridge = await openInWrapper({ answers: { [method]: [{ minutes: 30 }] } });
    expect(await bridge.healthRecords(kind, 5_000)).toEqual([{ minutes: 30 }]);
    await bridge.healthRecords(kind, 5_000, 7);
    expect(sent(method).map(({ body }) => body?.limit)).toEqual([100, 7]);
  },
);

test('a device without health records has none', async () => {
  const bridge = await openInWrapper({});
  vi.useFakeTimers();
  const records = bridge.healthRecords('workouts', 5_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await records).toEqual([]);
});

test('a denied request is distinguished from a failed one', async () => {
  const answers = { location_current: { status: 'Error' } };
  const refused = await openInWrapper({
    answers: { ...answers, location_permission: { status: 'DENIED' } },
  });
  expect(await refused.currentPosition(12_000, true)).toMatchObject({ reason: 'denied' });
  const failed = await openInWrapper({
    answers: { ...answers, location_permission: { status: 'IN_USE' } },
  });
  expect(await failed.currentPosition(12_000, true)).toMatchObject({ status: 'Error' });
});

test('push: permission, request and the device id', async () => {
  const bridge = await openInWrapper({
    answers: {
      push_permission: { status: false },
      push_register: { status: true },
      onesignal_playerid: { playerId: 'a301a5b5' },
    },
  });
  expect(await bridge.pushPermission(5_000)).toBe('denied');
  expect(await bridge.requestPush(5_000, null)).toBe('granted');
  expect(await bridge.pushAddress(5_000, null)).toEqual({ kind: 'onesignal', id: 'a301a5b5' });
});

test('console, links and haptics reach the device', async () => {
  const bridge = await openInWrapper({});
  expect(bridge.openConsole()).toBe(true);
  expect(bridge.openExternal('https://example.org/')).toBe(true);
  bridge.haptic('success');
  bridge.haptic('selection');
  expect(sent('app_console')).toHaveLength(1);
  expect(sent('open_link')[0]?.body).toMatchObject({
    url: 'https://example.org/',
    view: 'external',
  });
  expect(sent('haptic_notification')[0]?.body).toMatchObject({ type: 'SUCCESS' });
  expect(sent('haptic_impact')[0]?.body).toMatchObject({ type: 'LIGHT' });
});
