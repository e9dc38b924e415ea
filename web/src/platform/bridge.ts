/** What the device offers, in our own words; a browser and the native wrapper answer the same questions. */
export type LocationPermission = 'granted' | 'denied' | 'prompt' | 'unsupported';
export type PushPermission = 'granted' | 'denied' | 'prompt' | 'unsupported';
/** Where a push message reaches this device. It is a secret: whoever has it can write to the device. */
export type PushAddress =
  | { kind: 'onesignal'; id: string }
  | { kind: 'webpush'; endpoint: string; keys: { p256dh: string; auth: string } };

export type HapticKind = 'success' | 'warning' | 'error' | 'selection';

export type Position =
  | { isKnown: true; latitude: number; longitude: number; accuracyMeters: number | null }
  | {
      isKnown: false;
      /** `dismissed`: the question was closed unanswered; `noAnswer`: we gave up waiting; `timeout`: the device did. */
      reason:
        | 'denied'
        | 'dismissed'
        | 'unavailable'
        | 'timeout'
        | 'noAnswer'
        | 'unsupported'
        | 'failed';
      /** The wrapper's own word, for the message. */
      status?: string;
    };

/** Every promise settles within `timeoutMs`, whatever the device does. */
export interface NativeBridge {
  kind: 'natively' | 'none';
  platform: 'ios' | 'android' | 'web';
  ready: (timeoutMs: number) => Promise<boolean>;
  /** `wasAsked`: whether we ever asked; the wrapper cannot tell "never asked" from "denied". */
  locationPermission: (timeoutMs: number, wasAsked: boolean) => Promise<LocationPermission>;
  /** `isOwnTap`: only after the person's own tap may the device's settings open. */
  currentPosition: (timeoutMs: number, isOwnTap: boolean) => Promise<Position>;
  pushPermission: (timeoutMs: number) => Promise<PushPermission>;
  /** `publicKey`: the server's, which a browser ties its address to. */
  requestPush: (timeoutMs: number, publicKey: string | null) => Promise<PushPermission>;
  /** Null while the device has none; the wrapper may have it only at its next start. */
  pushAddress: (timeoutMs: number) => Promise<PushAddress | null>;
  /** Gives the address up, where a page can do that. */
  endPush: () => Promise<void>;
  haptic: (kind: HapticKind) => void;
  openExternal: (url: string) => boolean;
  openAppSettings: () => void;
  openConsole: () => boolean;
}

/** What `promise` answers, or `fallback` when it takes too long or fails. */
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
