/** The push registration: when the address is read, requested and sent to the server, and what is logged. */
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApi } from '../../api/client.ts';
import type { NativeBridge, PushPermission } from '../../platform/bridge.ts';
import { createWebBridge } from '../../platform/webBridge.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { network } from '../../testing/network.ts';
import { ada, signIn } from '../../testing/renderApp.tsx';
import { PushRegistration } from './PushRegistration.ts';

const id = 'a301a5b5-ac6e-4d55-9eb3-ff6d19784ae0';
const webAddress = {
  kind: 'webpush',
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'p', auth: 'a' },
} as const;
let log: string[];

beforeEach(() => {
  log = [];
  vi.spyOn(console, 'warn').mockImplementation((text) => void log.push(text));
});

interface Device {
  before?: PushPermission;
  after?: PushPermission;
  hasAddress?: boolean;
  publicKey?: string | null;
}

/** A device with a signed-in user. */
function open(
  kind: NativeBridge['kind'],
  { before = 'denied', after = 'granted', hasAddress = true, publicKey = 'key' }: Device,
) {
  const sent: unknown[] = [];
  for (const path of ['auth/update-onesignal', 'push/subscriptions']) {
    network.use(
      http.all(`*/api/${path}`, async ({ request }) => {
        sent.push([request.method, await request.json()]);
        return HttpResponse.json({});
      }),
    );
  }
  const address = kind === 'natively' ? ({ kind: 'onesignal', id } as const) : webAddress;
  const requestPush = vi.fn(async () => after);
  const bridge: NativeBridge = {
    ...createWebBridge(),
    kind,
    pushPermission: async () => before,
    requestPush,
    pushAddress: async () => (hasAddress ? address : null),
    endPush: async () => undefined,
  };
  const { client: api, session } = createApi({
    reload: () => undefined,
    resetLocations: () => undefined,
  });
  const push = new PushRegistration({ bridge, api, session, publicKey: async () => publicKey });
  onTestFinished(push.start());
  onTestFinished(session.start());
  const ready = () => vi.waitFor(() => expect(push.state.isInitialized).toBe(true));
  return { push, sent, requestPush, ready, session };
}

// [R3.10, R4.21]
test('before a sign-in nothing is read and nothing is requested', () => {
  const { push } = open('natively', {});
  expect(push.state).toMatchObject({
    isInitialized: false,
    permissionGranted: false,
    playerId: null,
    error: null,
  });
});

describe('in the wrapper', () => {
  // [R1.19, R4.21]
  test('a device with permission is sent to the server', async () => {
    signIn();
    const { push, sent } = open('natively', { before: 'granted' });
    await vi.waitFor(() => expect(sent).toEqual([['POST', { onesignal_id: id }]]));
    expect(push.state).toMatchObject({ permissionGranted: true, playerId: id, error: null });
  });

  // [R4.22]
  test('it prompts without a press once per installation', async () => {
    signIn();
    const first = open('natively', {});
    await vi.waitFor(() => expect(first.requestPush).toHaveBeenCalledTimes(1));
    await vi.waitFor(() => expect(first.sent).toHaveLength(1));
    expect(readStored('pushAsked')).toBe(true);
    const second = open('natively', {});
    await second.ready();
    expect(second.requestPush).not.toHaveBeenCalled();
  });

  // [R8.05]
  test.each([
    [{ after: 'denied' }, 'denied', 'Permission denied or failed'],
    [{ hasAddress: false }, 'deniedOrUnavailable', 'OneSignal permission denied or not available'],
  ] as const)('%j is kept and logged', async (device, error, line) => {
    signIn();
    const { push } = open('natively', device);
    await vi.waitFor(() => expect(push.state.error).toBe(error));
    expect(log).toContain(line);
  });

  // [R8.05]
  test('a failed request is logged, and repeated at the next start', async () => {
    signIn();
    const failing = open('natively', { before: 'granted' });
    network.use(
      http.post('*/api/auth/update-onesignal', () => new HttpResponse(null, { status: 500 })),
    );
    await vi.waitFor(() => expect(failing.push.state.error).toBe('syncFailed'));
    expect(log).toContain('Failed to sync OneSignal ID with backend');
    const { sent } = open('natively', { before: 'granted' });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
  });
});

describe('in a browser', () => {
  // [R4.22]
  test('it does not prompt without a press', async () => {
    signIn();
    const { ready, requestPush } = open('none', { before: 'prompt' });
    await ready();
    expect(requestPush).not.toHaveBeenCalled();
  });

  test('a press registers the address, and another one removes it', async () => {
    signIn();
    const { push, sent, ready, requestPush } = open('none', { before: 'prompt' });
    await ready();
    await push.enable();
    expect(requestPush).toHaveBeenCalledWith(expect.any(Number), 'key');
    const { endpoint, keys } = webAddress;
    expect(sent).toEqual([['POST', { endpoint, keys }]]);
    expect(push.state).toMatchObject({ permissionGranted: true, playerId: endpoint });
    await push.disable();
    expect(sent.at(-1)).toEqual(['DELETE', { endpoint }]);
    expect(push.state).toMatchObject({ permission: 'prompt', playerId: null });
  });

  // [R8.05]
  test.each([
    ['a browser without support', { before: 'unsupported' }],
    ['a server without a key', { before: 'prompt', publicKey: null }],
  ] as const)('%s is logged', async (_, device) => {
    signIn();
    const { push, ready } = open('none', device);
    await ready();
    expect(push.state).toMatchObject({ error: 'noSdk', permission: 'unsupported' });
    expect(log).toContain('Native SDK not available');
  });

  test('a sign-in sends the device once, whatever else changes', async () => {
    signIn();
    writeStored('pushAsked', true);
    const { sent, session } = open('none', { before: 'granted' });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    session.userChanged({ ...ada, first_name: 'Augusta' });
    expect(sent).toHaveLength(1);
  });
});
