/** The native side of the wrapper, as a device plays it: there before any script, and speaking to the kit a little later. */
import type { Page } from '@playwright/test';

export const iosAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Natively/iOS';
export const androidAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36 Natively/Android';

export const deviceId = 'a301a5b5-ac6e-4d55-9eb3-ff6d19784ae0';

interface Native {
  /** What differs from the usual answers. */
  answers?: Record<string, unknown>;
  /** Methods that never answer. */
  silent?: readonly string[];
  /** The version of the app; an old one drops newer calls without a word. */
  version?: number;
}

interface NativeCall {
  method: string;
  body?: Record<string, unknown>;
}

const usualAnswers = {
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
        const kit = scope.natively as { notify?: (least: number, now: number) => void } | undefined;
        if (typeof kit?.notify !== 'function') return;
        clearInterval(timer);
        kit.notify(1, appVersion);
      }, 10);
    },
    {
      all: { ...usualAnswers, ...answers } as Record<string, unknown>,
      silence: [...silent],
      appVersion: version,
    },
  );
}

/** What the app asked of the device, in its order. */
export async function nativeCalls(page: Page, method: string): Promise<NativeCall[]> {
  const calls = await page.evaluate(
    () => (window as unknown as { nativeCalls: NativeCall[] }).nativeCalls,
  );
  return calls.filter((call) => call.method === method);
}
