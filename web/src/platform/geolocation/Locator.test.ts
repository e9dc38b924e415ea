/** Permission and position with fake time: requests, time-outs and messages. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../../storage/store.ts';
import type { LocationPermission, NativeBridge, Position } from '../bridge.ts';
import { createWebBridge } from '../webBridge.ts';
import { Locator } from './Locator.ts';
import { step } from './machine.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const never = new Promise<never>(() => undefined);
const vienna: Position = {
  isKnown: true,
  latitude: 48.2082,
  longitude: 16.3738,
  accuracyMeters: 20,
};

interface Device {
  permission?: LocationPermission | Promise<never>;
  position?: Position | Promise<never>;
  platform?: NativeBridge['platform'];
}

/** A stub device that returns the given answers and records the requests. */
function open({ permission = 'prompt', position = vienna, platform = 'web' }: Device = {}) {
  const requests: string[] = [];
  const device = { permission, position };
  const bridge: NativeBridge = {
    ...createWebBridge(),
    platform,
    locationPermission: async (timeoutMs) => {
      requests.push(`permission ${timeoutMs}`);
      return device.permission;
    },
    currentPosition: async (timeoutMs, isOwnTap) => {
      requests.push(`position ${timeoutMs}${isOwnTap ? ' tapped' : ''}`);
      return device.position;
    },
  };
  return { locator: new Locator(bridge, step), requests, device };
}

/** Taps, lets the device answer, and returns the final state. */
async function tap(locator: Locator) {
  const answer = locator.locate(true);
  await vi.advanceTimersByTimeAsync(0);
  return answer;
}

describe('the states', () => {
  test('start with initial and no position', () => {
    expect(open().locator.state).toMatchObject({ status: 'initial', position: null });
  });

  // [R4.16]
  test('a stored check that never ended counts as prompt', () => {
    writeStored('permissionStatus', 'checking');
    expect(open().locator.state.status).toBe('prompt');
  });

  // [R4.16]
  test('checking for twenty seconds becomes prompt', async () => {
    const { locator } = open({ permission: never });
    const answer = locator.check();
    expect(locator.state.status).toBe('checking');
    await vi.advanceTimersByTimeAsync(19_999);
    expect(locator.state.status).toBe('checking');
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toMatchObject({ status: 'prompt', problem: null });
  });

  // [R4.16]
  test.each(['prompt', 'granted', 'denied', 'unsupported'] as const)(
    'a check returns %s, and it is stored',
    async (permission) => {
      const { locator, requests } = open({ permission });
      expect(await locator.check()).toMatchObject({ status: permission });
      expect(readStored('permissionStatus')).toBe(permission);
      expect(requests).toEqual(['permission 5000']);
    },
  );

  test('a position makes it granted', async () => {
    const { locator } = open();
    expect(await tap(locator)).toMatchObject({ status: 'granted', position: vienna });
    expect(readStored('permissionStatus')).toBe('granted');
  });
});

// [R8.01]
describe('the problem', () => {
  const failed = (reason: Exclude<Position, { isKnown: true }>['reason'], status?: string) =>
    ({ isKnown: false, reason, ...(status && { status }) }) as Position;

  test.each<[string, Device, string, string]>([
    ['no API in a browser', { permission: 'unsupported' }, 'unsupported', 'unsupported'],
    [
      'no services in the app',
      { permission: 'unsupported', platform: 'ios' },
      'noServices',
      'unsupported',
    ],
    ['a denial of this request', { position: failed('denied') }, 'deniedNow', 'denied'],
    ['a denial before asking', { permission: 'denied' }, 'deniedBefore', 'denied'],
    ['a question closed unanswered', { position: failed('dismissed') }, 'notGranted', 'prompt'],
    ['no position to be had', { position: failed('unavailable') }, 'unavailable', 'prompt'],
    ['a device that took too long', { position: failed('timeout') }, 'timedOut', 'prompt'],
    [
      'a native status',
      { position: failed('failed', 'Error'), platform: 'ios' },
      'failed',
      'prompt',
    ],
    ['anything else', { position: failed('failed') }, 'noPosition', 'prompt'],
  ])('after %s', async (_, device, problem, status) => {
    const state = await tap(open(device).locator);
    expect(state.problem?.name).toBe(problem);
    expect(state.status).toBe(status);
  });

  test('contains the native status', async () => {
    const device = { position: failed('failed', 'Error'), platform: 'ios' } as const;
    expect((await tap(open(device).locator)).problem).toEqual({ name: 'failed', status: 'Error' });
  });

  test('of the position does not revoke a granted permission', async () => {
    const device = { permission: 'granted', position: failed('unavailable') } as const;
    expect((await tap(open(device).locator)).status).toBe('granted');
  });
});

describe('time-outs', () => {
  // [R8.01, R9.01, R9.03]
  test.each([
    ['web', 'position 18000 tapped', 'timedOutDismissed'],
    ['ios', 'position 12000 tapped', 'timedOutLater'],
    ['android', 'position 12000 tapped', 'timedOutLater'],
  ] as const)('on %s a prompt without an answer times out', async (platform, call, problem) => {
    const noAnswer: Position = { isKnown: false, reason: 'noAnswer' };
    const { locator, requests } = open({ platform, position: noAnswer });
    // [R4.16] A request that times out may be made again.
    expect(await tap(locator)).toMatchObject({ status: 'prompt', problem: { name: problem } });
    expect(requests).toEqual(['permission 5000', call]);
  });

  // [R8.01, R9.01, R9.03]
  test('after twenty seconds in total the request ends, and a late answer is dropped', async () => {
    const { locator, device } = open({ permission: 'granted', position: never });
    const answer = locator.locate(true);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await answer).toMatchObject({ status: 'prompt', problem: { name: 'timedOutLater' } });
    device.position = vienna;
    expect(locator.state.position).toBeNull();
  });
});

describe('repeated requests', () => {
  // [R9.01, R9.03]
  test('a second request within two seconds reuses the answer of the first', async () => {
    const { locator, requests } = open();
    await tap(locator);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(await tap(locator)).toMatchObject({ position: vienna });
    expect(requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await tap(locator);
    expect(requests.filter((call) => call.startsWith('position'))).toHaveLength(2);
  });

  test('two simultaneous requests are sent once', async () => {
    const { locator, requests } = open();
    const both = await Promise.all([tap(locator), locator.locate(false)]);
    expect(both[0]).toBe(both[1]);
    expect(requests).toHaveLength(2);
  });

  // [R9.01, R9.03]
  test('a second check within a second reuses the answer of the first', async () => {
    const { locator, requests } = open({ permission: 'granted' });
    await locator.check();
    await vi.advanceTimersByTimeAsync(999);
    expect(await locator.check()).toMatchObject({ status: 'granted' });
    expect(requests).toEqual(['permission 5000']);
    await vi.advanceTimersByTimeAsync(1);
    await locator.check();
    expect(requests).toEqual(['permission 5000', 'permission 5000']);
  });

  test('a request within a second of a check does not check again', async () => {
    const { locator, requests } = open({ permission: 'granted' });
    await locator.check();
    await tap(locator);
    expect(requests).toEqual(['permission 5000', 'position 18000 tapped']);
  });
});

describe('a denial', () => {
  // [R4.17]
  test('that was only stored does not prevent a new request', async () => {
    writeStored('permissionStatus', 'denied');
    const { locator, requests } = open({ permission: 'prompt' });
    expect(locator.state).toMatchObject({ status: 'denied', isDenialExplicit: false });
    expect(await tap(locator)).toMatchObject({ status: 'granted' });
    expect(requests).toContain('position 18000 tapped');
  });

  // [R4.17]
  test.each<[string, Device]>([
    ['error code 1', { position: { isKnown: false, reason: 'denied' } }],
    ['the permission itself', { permission: 'denied' }],
  ])('by %s is explicit', async (_, device) => {
    expect(await tap(open(device).locator)).toMatchObject({
      status: 'denied',
      isDenialExplicit: true,
    });
  });

  // [R4.17]
  test('that is explicit prevents requests until the device reports another state', async () => {
    const { locator, requests, device } = open({ permission: 'denied' });
    await tap(locator);
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await tap(locator)).problem?.name).toBe('deniedBefore');
    expect(requests).toEqual(['permission 5000', 'permission 5000']);
    device.permission = 'prompt';
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await tap(locator)).toMatchObject({ status: 'granted' });
  });
});

test('whether the user was ever prompted is stored for the wrapper', async () => {
  expect(readStored('permissionAsked')).toBe(false);
  await tap(open().locator);
  expect(readStored('permissionAsked')).toBe(true);
});

// [R4.15]
test('a reset starts over and drops answers to earlier requests', async () => {
  let answer: (position: Position) => void = () => undefined;
  const { locator } = open({
    position: new Promise<Position>((resolve) => {
      answer = resolve;
    }) as unknown as Promise<never>,
  });
  const located = locator.locate(true);
  await vi.advanceTimersByTimeAsync(0);
  locator.reset();
  answer(vienna);
  await vi.advanceTimersByTimeAsync(0);
  expect(await located).toMatchObject({ position: null });
  expect(locator.state.position).toBeNull();
});
