/** Every key in browser storage, with its version, parser and fallback value. */
import { type Language, parseLanguage } from '../i18n/language.ts';
import { type AccessibilityChoices, parseAccessibility } from './accessibility.ts';
import { type AirSettings, defaultAir, parseAir, parseSpecies, type Species } from './air.ts';
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
  /** The key in local storage; it must not change, because existing users have data under it. */
  name: string;
  /** Raised when the format changes; values of other versions are ignored. */
  version: number;
  /** The value if it is valid, otherwise undefined. */
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
  /** Only the changed settings; `useAccessibility` returns the effective ones. */
  accessibility: key<AccessibilityChoices>('accessibility_settings', parseAccessibility, {}),
  notifications: key<NotificationSettings>(
    'notifications',
    parseNotifications,
    defaultNotifications,
  ),
  theme: key<Theme>('theme', parseTheme, 'system'),
  air: key<AirSettings>('air', parseAir, defaultAir),
  /** The pollen that the user reacts to. It never leaves the device: what the account stores is in `air`. */
  sensitivities: key<Species[]>('sensitivities', parseSpecies, []),
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
  /** Whether the user was ever prompted for the device's position. */
  permissionAsked: key<boolean>('location_permission_asked', boolean, false),
  /** Whether the app has prompted for push messages by itself; it does so once. */
  pushAsked: key<boolean>('push_asked', boolean, false),
  lastReload: key<number | null>('auth_last_reload', number, null),
  sessionExpiresAt: key<number | null>('auth_expires_at', number, null),
  sessionExpired: key<boolean>('auth_session_expired', boolean, false),
  /** The id of the user that this browser is signed in as, shared by its tabs. */
  sessionUser: key<string | null>('auth_user', string, null),
  pendingLogout: key<boolean>('pending_logout', boolean, false),
  /** A place that is saved as soon as the visitor has logged in. */
  pendingSave: key<PendingSave | null>('pending_save', parsePendingSave, null),
  /** The time zone that this device last reported for briefings. */
  timeZone: key<string | null>('time_zone', string, null),
  contactDraft: key<ContactDraft | null>('contact_draft', parseContactDraft, null),
  /** Stored because the app may restart during a sign-in on a provider's page. */
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
  'air',
  'shortcuts',
  'onboardingSeen',
] as const satisfies readonly StoredName[];

/** What a browser must not keep of a user who left; appearance and language stay as they are. */
export const personalNames = [
  'air',
  'sensitivities',
  'clientId',
  'currentLocation',
  'selectedLocation',
  'recentPlaces',
  'pendingSave',
  'contactDraft',
  'signInVerifier',
  'timeZone',
] as const satisfies readonly StoredName[];

/** Settings that survive the reload of an error screen; copied to `user_preferences` and restored from there. */
export const preservedNames = [
  ...preferenceNames,
  'sensitivities',
  'clientId',
  'pendingLogout',
] as const satisfies readonly StoredName[];
export const settingsCopyKey = 'user_preferences';
/** Local storage keys that the reload of an error screen does not clear. */
export const preservedKeys = ['auth_token', settingsCopyKey];
/** Session storage key of the access token when cookies are blocked. */
export const fallbackTokenKey = 'auth_token_fallback';
/** Cache of the last weather reports; deleted at logout. */
export const offlineReportsCache = 'halcyon-reports';
/** Session storage key of the user's name, which Apple sends only once. */
export const appleUserKey = 'apple_user';
