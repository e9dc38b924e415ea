/** The device as a browser shows it. */
import { type HapticKind, type NativeBridge, type Position, settleWithin } from './bridge.ts';

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
      settleWithin<Position>(readPosition(), timeoutMs, { isKnown: false, reason: 'timeout' }),
    pushPermission: async () => 'unsupported',
    requestPush: async () => 'unsupported',
    pushId: async () => null,
    haptic: (kind) => {
      navigator.vibrate?.(vibrations[kind]);
    },
    openExternal: (url) => window.open(url, '_blank', 'noopener') !== null,
    openAppSettings: () => undefined,
    openConsole: () => false,
  };
}

async function readPermission() {
  if (!('geolocation' in navigator)) return 'unsupported';
  // Older Safari has no Permissions API: then only asking tells.
  if (!navigator.permissions) return 'prompt';
  return (await navigator.permissions.query({ name: 'geolocation' })).state;
}

function readPosition(): Promise<Position> {
  if (!('geolocation' in navigator)) {
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
      ({ code }) => resolve({ isKnown: false, reason: reasons[code] ?? 'failed' }),
      { enableHighAccuracy: true, maximumAge: 0, timeout: positionTimeoutMs },
    );
  });
}

/** By the error codes of the Geolocation API. */
const reasons: Record<number, 'denied' | 'unavailable' | 'timeout'> = {
  1: 'denied',
  2: 'unavailable',
  3: 'timeout',
};
