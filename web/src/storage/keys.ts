/** Everything this browser remembers for Halcyon: each key with its version, its parser and what stands for "never set". */
import { type Language, parseLanguage } from '../i18n/language.ts';
import { type AccessibilityChoices, parseAccessibility } from './accessibility.ts';
import {
  type CurrentPlace,
  type PendingSave,
  parseCurrentPlace,
  parsePendingSave,
} from './places.ts';
import {
  type ContactDraft,
  defaultNotifications,
  defaultUnits,
  type NotificationSettings,
  type Place,
  parseContactDraft,
  parseNotifications,
  parsePlace,
  parsePlaces,
  parseTheme,
  parseUnits,
  type Theme,
  type Units,
} from './values.ts';

const permissionStatuses = [
  'initial',
  'checking',
  'prompt',
  'granted',
  'denied',
  'unsupported',
] as const;
export type PermissionStatus = (typeof permissionStatuses)[number];

interface StoredKey<T> {
  /** The key in local storage; fixed, because people's choices lie under it. */
  name: string;
  /** Raised when the shape changes; a value of another version counts as never set. */
  version: number;
  /** The value when it is sound, else undefined: one bad value never drops the rest. */
  parse: (value: unknown) => T | undefined;
  fallback: T;
}

const key = <T>(
  name: string,
  parse: (value: unknown) => T | undefined,
  fallback: T,
): StoredKey<T> => ({ name, version: 1, parse, fallback });

const boolean = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
const string = (value: unknown) => (typeof value === 'string' ? value : undefined);
const number = (value: unknown) => (Number.isFinite(value) ? (value as number) : undefined);

export const storedKeys = {
  language: key<Language | null>('language', (v) => parseLanguage(v) ?? undefined, null),
  units: key<Units>('units', parseUnits, defaultUnits),
  /** Only what was chosen; `useAccessibility` tells what is in force. */
  accessibility: key<AccessibilityChoices>('accessibility_settings', parseAccessibility, {}),
  notifications: key<NotificationSettings>(
    'notifications',
    parseNotifications,
    defaultNotifications,
  ),
  theme: key<Theme>('theme', parseTheme, 'system'),
  /** Whether keyboard shortcuts are on. */
  shortcuts: key<boolean>('shortcuts', boolean, true),
  onboardingSeen: key<boolean>('onboarding_seen', boolean, false),
  clientId: key<string | null>('client_id', string, null),
  currentLocation: key<CurrentPlace | null>('current_location', parseCurrentPlace, null),
  selectedLocation: key<Place | null>('selected_location', parsePlace, null),
  /** The last places looked at, newest first. */
  recentPlaces: key<Place[]>('recent_places', parsePlaces, []),
  permissionStatus: key<PermissionStatus>(
    'location_permission_status',
    (value) => permissionStatuses.find((status) => status === value),
    'initial',
  ),
  /** Whether this device was ever asked for its position. */
  permissionAsked: key<boolean>('location_permission_asked', boolean, false),
  /** Whether the app has asked on its own for push messages; it does so once. */
  pushAsked: key<boolean>('push_asked', boolean, false),
  lastReload: key<number | null>('auth_last_reload', number, null),
  sessionExpiresAt: key<number | null>('auth_expires_at', number, null),
  sessionExpired: key<boolean>('auth_session_expired', boolean, false),
  pendingLogout: key<boolean>('pending_logout', boolean, false),
  /** What is saved as soon as somebody has logged in for it. */
  pendingSave: key<PendingSave | null>('pending_save', parsePendingSave, null),
  contactDraft: key<ContactDraft | null>('contact_draft', parseContactDraft, null),
  /** The app may restart while somebody signs in elsewhere. */
  signInVerifier: key<string | null>('sign_in_verifier', string, null),
};

export type StoredName = keyof typeof storedKeys;
export type StoredValue<N extends StoredName> = (typeof storedKeys)[N]['fallback'];

/** The preferences that an account keeps in sync on all devices. */
export const preferenceNames = [
  'language',
  'units',
  'accessibility',
  'notifications',
  'theme',
  'shortcuts',
  'onboardingSeen',
] as const satisfies readonly StoredName[];

/** What an error screen must not cost a person; copied to `user_preferences` and restored from there. */
export const keptNames = [
  ...preferenceNames,
  'clientId',
  'pendingLogout',
] as const satisfies readonly StoredName[];
export const keptCopyKey = 'user_preferences';
/** Local storage keys that the reload of an error screen leaves alone. */
export const keptOnReload = ['auth_token', keptCopyKey];
/** Session storage key of the access token when cookies are blocked. */
export const fallbackTokenKey = 'auth_token_fallback';
/** Cache of the last weather reports; emptied with a logout. */
export const keptReportsCache = 'halcyon-reports';
/** Session storage key of the name that Apple tells only once. */
export const appleUserKey = 'apple_user';
