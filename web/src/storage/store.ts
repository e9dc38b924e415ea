/** The only access to local storage: typed, parsed key by key, synchronised between tabs, and tolerant of blocked storage. */
import {
  preservedKeys,
  preservedNames,
  type StoredName,
  type StoredValue,
  settingsCopyKey,
  storedKeys,
} from './keys.ts';

/** Values that a full or blocked storage did not accept; they last for this visit. */
const unsaved = new Map<string, string>();

interface Subscription {
  listener: () => void;
  names: readonly StoredName[];
}

const subscriptions = new Set<Subscription>();
/** Parsed values by name, so that readers get the same object until it changes. */
const cache = new Map<StoredName, { raw: string | null; value: unknown }>();

export function readStored<N extends StoredName>(name: N): StoredValue<N> {
  const raw = readRaw(storedKeys[name].name);
  const cached = cache.get(name);
  if (cached && cached.raw === raw) return cached.value as StoredValue<N>;
  const value = parse(name, raw);
  cache.set(name, { raw, value });
  return value;
}

/** True when a valid value is stored. */
export function isStored(name: StoredName): boolean {
  return parseRaw(name, readRaw(storedKeys[name].name)) !== undefined;
}

export function writeStored<N extends StoredName>(name: N, value: StoredValue<N>): void {
  const { name: key, version } = storedKeys[name];
  writeRaw(key, value === null ? null : JSON.stringify({ v: version, value }));
  if (isPreserved(name)) copySettings();
  notifyListeners([name]);
}

/** Removes stored values, so that their fallbacks apply. */
export function removeStored(names: readonly StoredName[]): void {
  for (const name of names) writeRaw(storedKeys[name].name, null);
  copySettings();
  notifyListeners(names);
}

/**
 * Calls back after a change of one of the values, in this tab or another. Returns a function that unsubscribes. Only these
 * values, because some change with every key that is typed.
 */
export function subscribeStored(names: readonly StoredName[], listener: () => void): () => void {
  if (subscriptions.size === 0) window.addEventListener('storage', notifyAll);
  const subscription = { listener, names };
  subscriptions.add(subscription);
  return () => {
    subscriptions.delete(subscription);
    if (subscriptions.size === 0) window.removeEventListener('storage', notifyAll);
  };
}

function notifyListeners(changed: readonly StoredName[]): void {
  for (const { listener, names } of subscriptions) {
    if (names.some((name) => changed.includes(name))) listener();
  }
}

/** The event of another tab names the key, but a cleared storage does not. */
function notifyAll(): void {
  for (const { listener } of subscriptions) listener();
}

/** Restores at start what an error screen has cleared. */
export function restoreSettings(): void {
  const raw = readRaw(settingsCopyKey);
  if (raw === null) return;
  const copy = parseJson(raw);
  if (typeof copy !== 'object' || copy === null) return;
  for (const name of preservedNames) {
    const value = (copy as Record<string, unknown>)[name];
    const parsed = storedKeys[name].parse(value);
    if (!isStored(name) && parsed !== undefined) writeStored(name, parsed as never);
  }
}

/** Clears local storage before the reload of an error screen, except for two keys. */
export function clearForReload(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!preservedKeys.includes(key)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked, so there is nothing to clear.
  }
}

function copySettings(): void {
  const settings = preservedNames.filter(isStored).map((name) => [name, readStored(name)]);
  writeRaw(settingsCopyKey, JSON.stringify(Object.fromEntries(settings)));
}

function isPreserved(name: StoredName): boolean {
  return (preservedNames as readonly StoredName[]).includes(name);
}

function parse<N extends StoredName>(name: N, raw: string | null): StoredValue<N> {
  return parseRaw(name, raw) ?? storedKeys[name].fallback;
}

function parseRaw<N extends StoredName>(name: N, raw: string | null): StoredValue<N> | undefined {
  const { version, parse: parseValue } = storedKeys[name];
  const envelope = raw === null ? undefined : parseJson(raw);
  if (typeof envelope !== 'object' || envelope === null) return undefined;
  const { v, value } = envelope as { v?: unknown; value?: unknown };
  return v === version ? (parseValue(value) as StoredValue<N> | undefined) : undefined;
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function readRaw(key: string): string | null {
  try {
    return unsaved.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeRaw(key: string, value: string | null): void {
  unsaved.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value !== null) unsaved.set(key, value);
  }
}
