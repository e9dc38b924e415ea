/** The device bridge of the Natively wrapper; turns its callbacks, which may never fire, into promises that settle. */
import { type Natively, NativelyHealth, NativelyLocation, NativelyNotifications } from 'natively';
import {
  type HapticKind,
  type LocationPermission,
  type NativeBridge,
  type Position,
  type PushAddress,
  settleWithin,
} from './bridge.ts';
import { statusCheckMs } from './geolocation/machine.ts';

const nativeAccuracyMeters = 50;
const nativeAccuracyType = 'Best';
const nativePriority = 'BALANCED';
const backgroundIntervalMs = 60_000;
const defaultHealthLimit = 100;
const readyPollMs = 50;

export function createNativelyBridge(web: NativeBridge): NativeBridge {
  const platform = navigator.userAgent.includes('Natively/Android') ? 'android' : 'ios';
  // The user agent can name a wrapper that is not there; then the browser bridge is used.
  if (!('$agent' in window)) return { ...web, platform };
  const sdk = (window as unknown as { natively: Natively }).natively;
  /** Callers create a new SDK object for each call: a second call on the same object drops the first one's callback. */
  const ask = <T>(call: (answer: (value: T) => void) => void) => new Promise<T>(call);

  const permission: NativeBridge['locationPermission'] = (timeoutMs, wasAsked) =>
    settleWithin(
      ask<unknown>((answer) => new NativelyLocation().permission(answer)).then((answer) =>
        parsePermission(answer, wasAsked),
      ),
      timeoutMs,
      'prompt',
    );

  return {
    kind: 'natively',
    platform,
    ready: (timeoutMs) => settleWithin(untilInjected(sdk), timeoutMs, false),
    locationPermission: permission,
    currentPosition: (timeoutMs, isOwnTap) =>
      settleWithin<Position>(
        ask<unknown>((answer) =>
          new NativelyLocation().current(
            nativeAccuracyMeters,
            nativeAccuracyType,
            nativePriority,
            answer,
            isOwnTap,
          ),
        ).then(async (answer) => {
          const position = parsePosition(answer);
          const isFailed = !position.isKnown && position.reason === 'failed';
          // A denied request only reports a failure; the permission shows the reason.
          const isDenied = isFailed && (await permission(statusCheckMs, true)) === 'denied';
          return isDenied ? { isKnown: false, reason: 'denied' } : position;
        }),
        timeoutMs,
        { isKnown: false, reason: 'noAnswer' },
      ),
    startBackgroundPositions: (onPosition) =>
      new NativelyLocation().startBackground(
        backgroundIntervalMs,
        nativeAccuracyMeters,
        nativeAccuracyType,
        nativePriority,
        undefined,
        (answer: unknown) => onPosition(parsePosition(answer)),
        false,
      ),
    healthRecords: (kind, timeoutMs, limit = defaultHealthLimit) =>
      settleWithin(
        ask<unknown>((answer) => {
          const health = new NativelyHealth();
          if (kind === 'sleep') health.getDailySleepAnalysis(undefined, undefined, limit, answer);
          else health.getWorkouts(undefined, undefined, limit, answer);
        }).then((answer) => (Array.isArray(answer) ? answer : [])),
        timeoutMs,
        [],
      ),
    pushPermission: (timeoutMs) =>
      settleWithin(
        ask<unknown>((answer) => new NativelyNotifications().getPermissionStatus(answer)).then(
          parsePush,
        ),
        timeoutMs,
        'denied',
      ),
    requestPush: (timeoutMs) =>
      settleWithin(
        ask<unknown>((answer) => new NativelyNotifications().requestPermission(true, answer)).then(
          parsePush,
        ),
        timeoutMs,
        'denied',
      ),
    pushAddress: (timeoutMs) =>
      settleWithin<PushAddress | null>(
        ask<unknown>((answer) => new NativelyNotifications().getOneSignalId(answer)).then(
          parsePushAddress,
        ),
        timeoutMs,
        null,
      ),
    endPush: async () => undefined,
    haptic: (kind) => playHaptic(sdk, kind),
    openExternal: (url) => {
      if (!sdk.injected) return false;
      sdk.openExternalURL(url, true);
      return true;
    },
    openAppSettings: () => sdk.openAppSettings(),
    openConsole: () => {
      sdk.openConsole();
      return true;
    },
  };
}

/** The SDK only sends calls after the native side has reported. */
function untilInjected(sdk: Natively): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => (sdk.injected ? resolve(true) : setTimeout(check, readyPollMs));
    check();
  });
}

/** The format of the answer is not documented, so every variant seen so far is accepted. */
function parsePermission(answer: unknown, wasAsked: boolean): LocationPermission {
  const fields = (answer ?? {}) as { status?: unknown; permission?: unknown };
  const word = typeof answer === 'object' ? (fields.status ?? fields.permission) : answer;
  const status = String(word).toUpperCase();
  if (['ALWAYS', 'IN_USE', 'TRUE'].includes(status)) return 'granted';
  return status === 'DENIED' && wasAsked ? 'denied' : 'prompt';
}

function parsePosition(answer: unknown): Position {
  const { status, latitude, longitude, accuracy } = (answer ?? {}) as Record<string, unknown>;
  const hasPosition =
    Number.isFinite(latitude) && Number.isFinite(longitude) && !(latitude === 0 && longitude === 0);
  if ((status === 'Success' || status === 'Timeout') && hasPosition) {
    return {
      isKnown: true,
      latitude: latitude as number,
      longitude: longitude as number,
      accuracyMeters: Number.isFinite(accuracy) ? (accuracy as number) : null,
    };
  }
  if (status === 'Success') return { isKnown: false, reason: 'unavailable' };
  if (status === 'Timeout') return { isKnown: false, reason: 'timeout' };
  return { isKnown: false, reason: 'failed', status: String(status) };
}

function parsePushAddress(answer: unknown): PushAddress | null {
  const id = (answer as { playerId?: unknown } | null)?.playerId;
  return typeof id === 'string' && id !== '' ? { kind: 'onesignal', id } : null;
}

function parsePush(answer: unknown) {
  return (answer as { status?: unknown } | null)?.status === true ? 'granted' : 'denied';
}

function playHaptic(sdk: Natively, kind: HapticKind): void {
  if (kind === 'selection') sdk.hapticImpact('LIGHT');
  else sdk.hapticNotification(kind.toUpperCase());
}
