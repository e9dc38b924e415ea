/** The preferences that are set on this device, of those that an account keeps in sync. */
import { preferenceNames, type StoredValue } from './keys.ts';
import { isStored, readStored } from './store.ts';

export type PreferenceName = (typeof preferenceNames)[number];
export type Preferences = { [N in PreferenceName]?: StoredValue<N> };

export function storedPreferences(): Preferences {
  const entries = preferenceNames.filter(isStored).map((name) => [name, readStored(name)]);
  return Object.fromEntries(entries);
}
