/** What a shared browser keeps when its user changes, and how the other tabs notice it. */
import { expect, test, vi } from 'vitest';
import { appleUserKey, personalNames } from '../../storage/keys.ts';
import { isStored, readStored, writeStored } from '../../storage/store.ts';
import { ada } from '../../testing/renderApp.tsx';
import { initialState } from './machine.ts';
import type { SessionState } from './types.ts';
import { shareUser, watchUser } from './userOfBrowser.ts';

const visitor: SessionState = { ...initialState, status: 'anonymous' };
const signedIn: SessionState = { ...initialState, status: 'authenticated', user: ada };
const oslo = { id: null, name: 'Oslo', latitude: 59.91, longitude: 10.75 };

function leaveTraces() {
  writeStored('clientId', '5f0c9d1e-7a3b-4c2d-9e8f-0a1b2c3d4e5f');
  writeStored('selectedLocation', oslo);
  writeStored('recentPlaces', [oslo]);
  writeStored('contactDraft', { name: 'Ada', email: ada.email ?? '', subject: '', message: 'Hi' });
  writeStored('signInVerifier', 'secret');
  writeStored('sensitivities', ['birch']);
  sessionStorage.setItem(appleUserKey, '{}');
  writeStored('theme', 'dark');
}

const traces = () => personalNames.filter(isStored);

test('a visitor who signs in keeps what was chosen before', () => {
  leaveTraces();
  shareUser(visitor);
  shareUser(signedIn);
  expect(readStored('selectedLocation')).toEqual(oslo);
  expect(readStored('sessionUser')).toBe(ada.id);
});

test.each([
  ['signs out', visitor],
  ['is replaced by another', { ...signedIn, user: { ...ada, id: 'other' } }],
] as const)('nothing personal stays when the user %s', (_, next) => {
  shareUser(signedIn);
  leaveTraces();
  shareUser({ ...initialState, status: 'loading' });
  expect(traces()).not.toEqual([]);
  shareUser(next);
  expect(traces()).toEqual([]);
  expect(readStored('sensitivities')).toEqual([]);
  expect(sessionStorage.getItem(appleUserKey)).toBeNull();
  expect(readStored('theme')).toBe('dark');
});

/** As another tab writes it. */
function writeElsewhere(user: string | null) {
  const value = user === null ? null : JSON.stringify({ v: 1, value: user });
  if (value === null) localStorage.removeItem('auth_user');
  else localStorage.setItem('auth_user', value);
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_user', newValue: value }));
}

test('a tab notices that the user signed out or changed in another one', () => {
  let state = signedIn;
  const changes: boolean[] = [];
  shareUser(state);
  const stop = watchUser(
    () => state,
    (wasSignedIn) => changes.push(wasSignedIn),
  );
  writeStored('theme', 'light');
  expect(changes).toEqual([]);
  writeElsewhere('other');
  writeElsewhere(null);
  expect(changes).toEqual([true, true]);
  state = visitor;
  writeElsewhere(null);
  expect(changes).toHaveLength(2);
  writeElsewhere(ada.id);
  expect(changes).toEqual([true, true, false]);
  stop();
  writeElsewhere('other');
  expect(changes).toHaveLength(3);
});

test('storage that an error screen has cleared is not a sign-out', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'csrf_access_token=1; Path=/';
  const onChange = vi.fn();
  shareUser(signedIn);
  const stop = watchUser(() => signedIn, onChange);
  writeElsewhere(null);
  expect(onChange).not.toHaveBeenCalled();
  stop();
});
