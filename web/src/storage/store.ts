/** The one door to local storage: typed, parsed key by key, shared by all tabs, and silent when storage is refused. */
import {
  keptCopyKey,
  keptNames,
  keptOnReload,
  type StoredName,
  type StoredValue,
  storedKeys,
} from './keys.ts';

/** What a full or blocked storage refused to take: it holds for this visit only. */
const unsaved = new Map<string, string>();
const listeners = new Set<() => void>();
/** Parsed values by name, so that a reader gets the same object until it changes. */
const cache = new Map<StoredName, { raw: string | null; value: unknown }>();

export function readStored<N extends StoredName>(name: N): StoredValue<N> {
  const raw = readRaw(storedKeys[name].name);
  const cached = cache.get(name);
  if (cached && cached.raw === raw) return cached.value as StoredValue<N>;
  const value = parse(name, raw);
  cache.set(name, { raw, value });
  return value;
}

/** True when the person, or this browser on their behalf, ever set a sound value. */
export function isStored(name: StoredName): boolean {
  return parseRaw(name, readRaw(storedKeys[name].name)) !== undefined;
}

export function writeStored<N extends StoredName>(name: N, value: StoredValue<N>): void {
  const { name: key, version } = storedKeys[name];
  writeRaw(key, value === null ? null : JSON.stringify({ v: version, value }));
  if (isKept(name)) copyKept();
  tellAll();
}

/** Calls back after a change in this tab or another; returns the way out. */
export function subscribeStored(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', tellAll);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', tellAll);
  };
}

function tellAll(): void {
  for (const listener of listeners) listener();
}

/** At start: brings back from the copy what an error screen has cleared. */
export function restoreSettings(): void {
  const raw = readRaw(keptCopyKey);
  if (raw === null) return;
  const copy = parseJson(raw);
  if (typeof copy !== 'object' || copy === null) return;
  for (const name of keptNames) {
    const value = (copy as Record<string, unknown>)[name];
    const parsed = storedKeys[name].parse(value);
    if (!isStored(name) && parsed !== undefined) writeStored(name, parsed as never);
  }
}

/** What the reload of an error screen does: clears all but the two kept keys. */
export function clearForReload(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!keptOnReload.includes(key)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is refused, so there is nothing to clear.
  }
}

function copyKept(): void {
  const kept = keptNames.filter(isStored).map((name) => [name, readStored(name)]);
  writeRaw(keptCopyKey, JSON.stringify(Object.fromEntries(kept)));
}

function isKept(name: StoredName): boolean {
  return (keptNames as readonly StoredName[]).includes(name);
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
