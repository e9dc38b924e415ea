/** The device bridge of a plain browser. */
import { type HapticKind, type NativeBridge, type Position, settleWithin } from './bridge.ts';

/** Only users have push messages. It is loaded before they can press anything that needs a user gesture. */
const webPush = () => import('./webPush.ts');

const positionTimeoutMs = 15_000;

/** Vibration in milliseconds: on, off, on … */
const vibrations: Record<HapticKind, number[]> = {
  success: [20, 60, 20],
  warning: [40, 80, 40],
  error: [60, 60, 60, 60, 60],
  selection: [10],
};

export function createWebBridge(): NativeBridge {
  return {
    kind: 'none',
    platform: 'web',
    ready: async () => true,
    locationPermission: (timeoutMs) => settleWithin(readPermission(), timeoutMs, 'prompt'),
    currentPosition: (timeoutMs) =>
      settleWithin<Position>(readPosition(), timeoutMs, { isKnown: false, reason: 'noAnswer' }),
    startBackgroundPositions: () => undefined,
    healthRecords: async () => [],
    pushPermission: (timeoutMs) =>
      settleWithin(
        webPush().then((push) => push.webPushPermission()),
        timeoutMs,
        'unsupported',
      ),
    requestPush: (timeoutMs, publicKey) =>
      settleWithin(
        webPush().then((push) => push.subscribeToPush(publicKey)),
        timeoutMs,
        'denied',
      ),
    pushAddress: (timeoutMs, publicKey) =>
      settleWithin(
        webPush().then((push) => push.webPushAddress(publicKey)),
        timeoutMs,
        null,
      ),
    endPush: async () => (await webPush()).unsubscribeFromPush(),
    haptic: (kind) => {
      navigator.vibrate?.(vibrations[kind]);
    },
    openExternal: (url) => window.open(url, '_blank', 'noopener') !== null,
    openAppSettings: () => undefined,
    openConsole: () => false,
  };
}

/** Without https a browser refuses every position, as if the user had. */
const hasPositions = () => 'geolocation' in navigator && window.isSecureContext !== false;

async function readPermission() {
  if (!hasPositions()) return 'unsupported';
  // Older Safari has no Permissions API: only a request shows the state.
  if (!navigator.permissions) return 'prompt';
  return (await navigator.permissions.query({ name: 'geolocation' })).state;
}

function readPosition(): Promise<Position> {
  if (!hasPositions()) {
    return Promise.resolve({ isKnown: false, reason: 'unsupported' });
  }
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          isKnown: true,
          latitude: coords.latitude,
          longitude: coords.longitude,
          accuracyMeters: coords.accuracy,
        }),
      ({ code }) => resolve(refusal(code)),
      { enableHighAccuracy: true, maximumAge: 0, timeout: positionTimeoutMs },
    );
  });
}

/** Maps the error codes of the Geolocation API. A dismissed prompt is reported as a denial, but may be shown again. */
async function refusal(code: number): Promise<Position> {
  if (code === 1) {
    const canBeAskedAgain = navigator.permissions && (await readPermission()) === 'prompt';
    return { isKnown: false, reason: canBeAskedAgain ? 'dismissed' : 'denied' };
  }
  if (code === 2) return { isKnown: false, reason: 'unavailable' };
  return { isKnown: false, reason: code === 3 ? 'timeout' : 'failed' };
}
