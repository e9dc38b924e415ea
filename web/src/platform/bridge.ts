/** The device features the app uses, as one interface for the browser and the native wrapper. */
export type LocationPermission = 'granted' | 'denied' | 'prompt' | 'unsupported';
export type PushPermission = 'granted' | 'denied' | 'prompt' | 'unsupported';
/** Where push messages for this device are sent. It is a secret: anyone who has it can send messages to the device. */
export type PushAddress =
  | { kind: 'onesignal'; id: string }
  | { kind: 'webpush'; endpoint: string; keys: { p256dh: string; auth: string } };

export type HapticKind = 'success' | 'warning' | 'error' | 'selection';

export type Position =
  | { isKnown: true; latitude: number; longitude: number; accuracyMeters: number | null }
  | {
      isKnown: false;
      /** `dismissed`: the prompt was closed without an answer; `noAnswer`: our own time-out; `timeout`: the device's. */
      reason:
        | 'denied'
        | 'dismissed'
        | 'unavailable'
        | 'timeout'
        | 'noAnswer'
        | 'unsupported'
        | 'failed';
      /** The wrapper's status text, for the error message. */
      status?: string;
    };

/** Every promise settles within `timeoutMs`, whatever the device does. */
export interface NativeBridge {
  kind: 'natively' | 'none';
  platform: 'ios' | 'android' | 'web';
  ready: (timeoutMs: number) => Promise<boolean>;
  /** `wasAsked`: whether the user was ever prompted; the wrapper reports "never asked" as "denied". */
  locationPermission: (timeoutMs: number, wasAsked: boolean) => Promise<LocationPermission>;
  /** `isOwnTap`: the device's settings may only open after a tap of the user. */
  currentPosition: (timeoutMs: number, isOwnTap: boolean) => Promise<Position>;
  /** Positions while the app is in the background, where the device offers that. No screen uses it. */
  startBackgroundPositions: (onPosition: (position: Position) => void) => void;
  /** The device's health records, if it has any. No screen uses it. */
  healthRecords: (
    kind: 'sleep' | 'workouts',
    timeoutMs: number,
    limit?: number,
  ) => Promise<readonly unknown[]>;
  pushPermission: (timeoutMs: number) => Promise<PushPermission>;
  /** `publicKey`: the server's VAPID key, to which a browser binds the subscription. */
  requestPush: (timeoutMs: number, publicKey: string | null) => Promise<PushPermission>;
  /** Null while the device has none; the wrapper may provide it only after a restart. */
  /** `publicKey` is the server's, for browsers; a subscription for another one is replaced. */
  pushAddress: (timeoutMs: number, publicKey: string | null) => Promise<PushAddress | null>;
  /** Ends the subscription, where a page can do that. */
  endPush: () => Promise<void>;
  haptic: (kind: HapticKind) => void;
  openExternal: (url: string) => boolean;
  openAppSettings: () => void;
  openConsole: () => boolean;
}

/** The result of `promise`, or `fallback` when it times out or fails. */
export function settleWithin<T>(promise: Promise<T>, timeoutMs: number, fallback: T): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(fallback), timeoutMs);
    promise
      .catch(() => fallback)
      .then((answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
  });
}
