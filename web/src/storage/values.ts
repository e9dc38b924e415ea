/** The types of stored values, their defaults, and parsers that replace each invalid field by its default. */
import { type TimeFormat, timeFormats } from '../i18n/region.ts';

export interface Units {
  temperature: 'celsius' | 'fahrenheit';
  precipitation: 'mm' | 'inches';
  /** `kn` is knots, `Bft` the Beaufort scale. */
  windSpeed: 'm/s' | 'mph' | 'km/h' | 'kn' | 'Bft';
  pressure: 'hPa' | 'inHg' | 'mmHg';
  distance: 'km' | 'mi';
  unitSystem: 'metric' | 'imperial';
  timeFormat: TimeFormat;
}

export interface NotificationSettings {
  email: boolean;
  push: boolean;
  weatherAlerts: boolean;
  /** Overrides the three above without changing them. */
  turnOffAll: boolean;
  severityFloor: 'info' | 'moderate' | 'severe';
  /** In the place's local time, as `22:00`; equal times mean none. */
  quietHours: { from: string; until: string };
  /** Which of our own hazards are notified; official alerts are not affected. */
  hazards: HazardSwitches;
}

export const hazardKinds = [
  'wind',
  'rain',
  'snow',
  'ice',
  'heat',
  'cold',
  'uv',
  'thunder',
] as const;
type HazardSwitches = Record<(typeof hazardKinds)[number], boolean>;

export type Theme = 'system' | 'light' | 'dark';

export interface ContactDraft {
  name: string;
  email: string;
  subject: string;
  message: string;
}

export interface Place {
  id: string | null;
  name: string;
  latitude: number;
  longitude: number;
  /** Metres above sea level; absent where it is not known, as for the device's position. */
  elevation?: number;
}

export type Choices<T> = { [K in keyof T]: readonly T[K][] };

export const unitChoices: Choices<Units> = {
  temperature: ['celsius', 'fahrenheit'],
  precipitation: ['mm', 'inches'],
  windSpeed: ['m/s', 'mph', 'km/h', 'kn', 'Bft'],
  pressure: ['hPa', 'inHg', 'mmHg'],
  distance: ['km', 'mi'],
  unitSystem: ['metric', 'imperial'],
  timeFormat: timeFormats,
};

const notificationChoices: Choices<Omit<NotificationSettings, 'quietHours' | 'hazards'>> = {
  email: [true, false],
  push: [true, false],
  weatherAlerts: [true, false],
  turnOffAll: [false, true],
  severityFloor: ['info', 'moderate', 'severe'],
};

const hazardChoices = Object.fromEntries(
  hazardKinds.map((kind) => [kind, [true, false]]),
) as unknown as Choices<HazardSwitches>;

export const themeChoices: readonly Theme[] = ['system', 'light', 'dark'];

export const defaultUnits: Units = firstOfEach(unitChoices);

export const defaultNotifications: NotificationSettings = {
  ...firstOfEach(notificationChoices),
  quietHours: { from: '00:00', until: '00:00' },
  hazards: firstOfEach(hazardChoices),
};

export const parseUnits = (value: unknown) => parseChoices(value, unitChoices);
export const parseTheme = (value: unknown) => themeChoices.find((theme) => theme === value);

export function parseNotifications(value: unknown): NotificationSettings | undefined {
  const choices = parseChoices(value, notificationChoices);
  if (!choices) return undefined;
  const { quietHours, hazards } = value as Partial<NotificationSettings>;
  const isValid = isClock(quietHours?.from) && isClock(quietHours?.until);
  return {
    ...choices,
    quietHours: isValid ? quietHours : defaultNotifications.quietHours,
    hazards: parseChoices(hazards, hazardChoices) ?? defaultNotifications.hazards,
  };
}

export function parseContactDraft(value: unknown): ContactDraft | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  return {
    name: text('name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
  };
}

/** As the server accepts it: the Dead Sea, with a margin. */
const lowestMeters = -500;

export function parsePlace(value: unknown): Place | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, name, latitude, longitude, elevation } = value as Record<string, unknown>;
  if (typeof name !== 'string' || !isWithin(latitude, 90) || !isWithin(longitude, 180)) {
    return undefined;
  }
  return {
    id: typeof id === 'string' ? id : null,
    name,
    latitude,
    longitude,
    ...(isWithin(elevation, 9000) &&
      elevation >= lowestMeters && { elevation: Math.round(elevation) }),
  };
}

/** The valid places of a list. */
export function parsePlaces(value: unknown): Place[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map(parsePlace).filter((place) => place !== undefined);
}

function isClock(value: unknown): value is string {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

function isWithin(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit;
}

/** Undefined for what is not an object; a missing or invalid field has its first option. */
export function parseChoices<T extends object>(value: unknown, choices: Choices<T>): T | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const parsed = firstOfEach(choices);
  for (const name of Object.keys(choices) as (keyof T)[]) {
    const found = (value as Partial<T>)[name];
    if (found !== undefined && choices[name].includes(found)) parsed[name] = found;
  }
  return parsed;
}

export function firstOfEach<T extends object>(choices: Choices<T>): T {
  const entries = Object.entries(choices as Record<string, readonly unknown[]>);
  return Object.fromEntries(entries.map(([name, values]) => [name, values[0]])) as T;
}
