/** Keeps a user's preferences in sync between the server and all devices. */
import { type ApiClient, responseData } from '../../api/client.ts';
import type { Session } from '../../api/session/Session.ts';
import { preferenceNames, storedKeys } from '../../storage/keys.ts';
import { subscribeStored, writeStored } from '../../storage/store.ts';
import {
  type PreferenceName,
  type Preferences,
  storedPreferences,
} from '../../storage/storedPreferences.ts';

/** Dispatched on the window after a change on this device was saved to the account or failed to be. */
export const preferencesSavedEvent = 'preferences:saved';
export const preferencesFailedEvent = 'preferences:failed';
/** Dispatched on the window to retry a failed save. */
export const preferencesRetryEvent = 'preferences:retry';
/** The values before the change, for an undo; values that were never set are absent. */
export type PreferencesSaved = CustomEvent<{
  before: Preferences;
  changed: readonly PreferenceName[];
}>;

/** Values set on the server win; values that are unset there are filled from the device. */
export function mergePreferences(server: Record<string, unknown>, device: Preferences) {
  const adopt: Preferences = {};
  const push: Preferences = {};
  for (const name of preferenceNames) {
    const known = server[name] == null ? undefined : storedKeys[name].parse(server[name]);
    if (known !== undefined) Object.assign(adopt, { [name]: known });
    else if (device[name] !== undefined) Object.assign(push, { [name]: device[name] });
  }
  // Each accessibility setting may be unset individually.
  const gaps = missingIn(device.accessibility, adopt.accessibility);
  if (adopt.accessibility && gaps) {
    adopt.accessibility = { ...gaps, ...adopt.accessibility };
    push.accessibility = gaps;
  }
  return { adopt, push };
}

/** The fields of `one` that `other` lacks; null when there are none. */
function missingIn<T extends object>(one: T | undefined, other: T | undefined): T | null {
  const fields = Object.entries(one ?? {}).filter(([name]) => !(name in (other ?? {})));
  return fields.length > 0 ? (Object.fromEntries(fields) as T) : null;
}

/**
 * Runs as long as the page; returns a function that stops it. `atStart`: the preferences of this device when a user's page
 * was opened, if that was earlier.
 */
export function startPreferenceSync(
  session: Session,
  api: ApiClient,
  atStart?: Preferences,
): () => void {
  let beforeFirst = atStart;
  let syncedFor: string | null = null;
  let synced: Preferences = {};
  /** Until the account has answered, a change on the device cannot be distinguished from what the account already has. */
  let hasAnswer = false;

  const currentUser = () =>
    session.state.status === 'authenticated' ? (session.state.user?.id ?? null) : null;

  async function syncWithAccount(): Promise<void> {
    const userId = currentUser();
    if (userId === syncedFor) return;
    syncedFor = userId;
    synced = {};
    hasAnswer = false;
    if (userId === null) return;
    const atRequest = beforeFirst ?? storedPreferences();
    beforeFirst = undefined;
    try {
      const { preferences } = await responseData(api.GET('/api/user/preferences'));
      if (syncedFor !== userId) return;
      // Values changed during the request are newer than its answer.
      const changed = changesSince(atRequest);
      const asUnset = Object.fromEntries(changed.map((name) => [name, null]));
      const { adopt, push } = mergePreferences({ ...preferences, ...asUnset }, storedPreferences());
      synced = { ...storedPreferences(), ...adopt };
      hasAnswer = true;
      for (const name of preferenceNames) {
        if (adopt[name] !== undefined) writeStored(name, adopt[name] as never);
      }
      await save(push);
      if (changed.length > 0) dispatch(preferencesSavedEvent, { before: atRequest, changed });
    } catch {
      // The device keeps its preferences and tries again at the next sign-in or start.
      syncedFor = null;
    }
  }

  /** After a change on this device: sends only what differs from the last synced state. */
  async function pushChanges(): Promise<void> {
    // What is removed from this browser when its user leaves is not a change of the account.
    if (syncedFor === null || syncedFor !== currentUser() || !hasAnswer) return;
    const device = storedPreferences();
    const changed = changesSince(synced);
    if (changed.length === 0) return;
    const before = synced;
    synced = device;
    try {
      await save(Object.fromEntries(changed.map((name) => [name, device[name]])));
      dispatch(preferencesSavedEvent, { before, changed });
    } catch {
      // The next change sends these as well.
      synced = before;
      dispatch(preferencesFailedEvent);
    }
  }

  async function save(changes: Preferences): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    await api.POST('/api/user/preferences', { body: changes });
  }

  const push = () => void pushChanges();
  const stopSession = session.subscribe(() => void syncWithAccount());
  const stopStored = subscribeStored(preferenceNames, push);
  window.addEventListener(preferencesRetryEvent, push);
  void syncWithAccount();
  return () => {
    stopSession();
    stopStored();
    window.removeEventListener(preferencesRetryEvent, push);
  };
}

function dispatch(name: string, detail?: PreferencesSaved['detail']): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

function changesSince(before: Preferences): PreferenceName[] {
  const device = storedPreferences();
  return preferenceNames.filter(
    (name) => JSON.stringify(device[name]) !== JSON.stringify(before[name]),
  );
}
