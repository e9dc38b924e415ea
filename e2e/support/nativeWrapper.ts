/** Mocks the native side of the wrapper: present before any script, and answering the SDK with a delay. */
import type { Page } from '@playwright/test';

export const iosAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Natively/iOS';
export const androidAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36 Natively/Android';

export const deviceId = 'a301a5b5-ac6e-4d55-9eb3-ff6d19784ae0';

interface Native {
  /** Overrides of the default answers. */
  answers?: Record<string, unknown>;
  /** Methods that never answer. */
  silent?: readonly string[];
  /** The version of the app; an old one ignores newer calls. */
  version?: number;
}

interface NativeCall {
  method: string;
  body?: Record<string, unknown>;
}

const defaultAnswers = {
  app_info: { minSDKVersion: 1, sdkVersion: 50 },
  location_permission: { status: 'IN_USE' },
  location_current: { status: 'Success', latitude: 41.0082, longitude: 28.9784, accuracy: 12 },
  push_permission: { status: false },
  push_register: { status: true },
  onesignal_playerid: { playerId: deviceId },
};

export async function mockNative(page: Page, { answers, silent = [], version = 50 }: Native = {}) {
  await page.addInitScript(
    ({ all, silence, appVersion }) => {
      const scope = window as unknown as Record<string, unknown>;
      const calls: NativeCall[] = [];
      scope.nativeCalls = calls;
      scope.$agent = {
        trigger(method: string, body?: Record<string, unknown>) {
          calls.push({ method, ...(body && { body: JSON.parse(JSON.stringify(body)) }) });
          if (silence.includes(method) || !(method in all)) return;
          const name = `${method}_response${body?.response_id ? `_${body.response_id}` : ''}`;
          setTimeout(() => {
            const answer = scope[name];
            if (typeof answer === 'function') answer(all[method]);
          }, 5);
        },
        response() {},
        natively_logger() {},
      };
      const timer = setInterval(() => {
        const sdk = scope.natively as
          | { notify?: (minVersion: number, version: number) => void }
          | undefined;
        if (typeof sdk?.notify !== 'function') return;
        clearInterval(timer);
        sdk.notify(1, appVersion);
      }, 10);
    },
    {
      all: { ...defaultAnswers, ...answers } as Record<string, unknown>,
      silence: [...silent],
      appVersion: version,
    },
  );
}

/** The calls of the page to the device, in order. */
export async function nativeCalls(page: Page, method: string): Promise<NativeCall[]> {
  const calls = await page.evaluate(
    () => (window as unknown as { nativeCalls: NativeCall[] }).nativeCalls,
  );
  return calls.filter((call) => call.method === method);
}
