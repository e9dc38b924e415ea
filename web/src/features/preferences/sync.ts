/** Keeps a signed-in person's preferences the same on the server and on every device of theirs. */
import { type ApiClient, responseData } from '../../api/client.ts';
import type { Session } from '../../api/session/Session.ts';
import { type StoredName, type StoredValue, storedKeys } from '../../storage/keys.ts';
import { isStored, readStored, subscribeStored, writeStored } from '../../storage/store.ts';

const syncedNames = [
  'language',
  'units',
  'accessibility',
  'notifications',
  'theme',
  'shortcuts',
  'onboardingSeen',
] as const satisfies readonly StoredName[];
type SyncedName = (typeof syncedNames)[number];
export type Preferences = { [N in SyncedName]?: StoredValue<N> };

/** Fired on the window after a change made here: the account has it, or could not take it. */
export const preferencesSavedEvent = 'preferences:saved';
export const preferencesFailedEvent = 'preferences:failed';
/** Fired by whoever wants what could not be sent to be tried again. */
export const preferencesRetryEvent = 'preferences:retry';
/** What stood there before the change, for an undo; what was never set is absent. */
export type PreferencesSaved = CustomEvent<{ before: Preferences; changed: readonly SyncedName[] }>;

/** What the person ever set on the server wins; what is unset there is filled from the device. */
export function mergePreferences(server: Record<string, unknown>, device: Preferences) {
  const adopt: Preferences = {};
  const push: Preferences = {};
  for (const name of syncedNames) {
    const known = server[name] == null ? undefined : storedKeys[name].parse(server[name]);
    if (known !== undefined) Object.assign(adopt, { [name]: known });
    else if (device[name] !== undefined) Object.assign(push, { [name]: device[name] });
  }
  // Each of these settings may be unset by itself.
  const gaps = without(device.accessibility, adopt.accessibility);
  if (adopt.accessibility && gaps) {
    adopt.accessibility = { ...gaps, ...adopt.accessibility };
    push.accessibility = gaps;
  }
  return { adopt, push };
}

/** The fields of `one` that `other` lacks; null when there are none. */
function without<T extends object>(one: T | undefined, other: T | undefined): T | null {
  const fields = Object.entries(one ?? {}).filter(([name]) => !(name in (other ?? {})));
  return fields.length > 0 ? (Object.fromEntries(fields) as T) : null;
}

/** Runs as long as the page; returns the way to stop. */
export function startPreferenceSync(session: Session, api: ApiClient): () => void {
  let syncedFor: string | null = null;
  let agreed: Preferences = {};

  async function meet(): Promise<void> {
    const userId =
      session.state.status === 'authenticated' ? (session.state.user?.id ?? null) : null;
    if (userId === syncedFor) return;
    syncedFor = userId;
    agreed = {};
    if (userId === null) return;
    const asked = onDevice();
    try {
      const { preferences } = await responseData(api.GET('/api/user/preferences'));
      if (syncedFor !== userId) return;
      // What was chosen while the answer was on its way is newer than the answer.
      const chosen = Object.fromEntries(changesSince(asked).map((name) => [name, null]));
      const { adopt, push } = mergePreferences({ ...preferences, ...chosen }, onDevice());
      agreed = { ...onDevice(), ...adopt };
      for (const name of syncedNames) {
        if (adopt[name] !== undefined) writeStored(name, adopt[name] as never);
      }
      await save(push);
    } catch {
      // The device keeps its own preferences and asks again at the next sign-in or start.
      syncedFor = null;
    }
  }

  /** After a change on this device: only what differs from what both sides agreed on. */
  async function pushChanges(): Promise<void> {
    if (syncedFor === null) return;
    const device = onDevice();
    const changed = changesSince(agreed);
    if (changed.length === 0) return;
    const before = agreed;
    agreed = device;
    try {
      await save(Object.fromEntries(changed.map((name) => [name, device[name]])));
      tell(preferencesSavedEvent, { before, changed });
    } catch {
      // Not reached: the next change carries these along.
      agreed = before;
      tell(preferencesFailedEvent);
    }
  }

  async function save(changes: Preferences): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    await api.POST('/api/user/preferences', { body: changes });
  }

  const push = () => void pushChanges();
  const stopSession = session.subscribe(() => void meet());
  const stopStored = subscribeStored(push);
  window.addEventListener(preferencesRetryEvent, push);
  void meet();
  return () => {
    stopSession();
    stopStored();
    window.removeEventListener(preferencesRetryEvent, push);
  };
}

function tell(name: string, detail?: PreferencesSaved['detail']): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

function changesSince(before: Preferences): SyncedName[] {
  const device = onDevice();
  return syncedNames.filter(
    (name) => JSON.stringify(device[name]) !== JSON.stringify(before[name]),
  );
}

function onDevice(): Preferences {
  const entries = syncedNames.filter(isStored).map((name) => [name, readStored(name)]);
  return Object.fromEntries(entries);
}
