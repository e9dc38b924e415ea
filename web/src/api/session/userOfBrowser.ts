/** The user that this browser is signed in as: the tabs share the cookies, so that they must agree on the user. */
import { appleUserKey, personalNames } from '../../storage/keys.ts';
import { readStored, removeStored, subscribeStored, writeStored } from '../../storage/store.ts';
import { csrfAccessCookie, readCookie, readFallbackToken } from './credentials.ts';
import type { SessionState } from './types.ts';

/** Shares the user with the other tabs, and removes what a user who left has stored in this browser. */
export function shareUser({ status, user }: SessionState): void {
  // A fallback token belongs to its tab alone.
  if (!isSettled(status) || readFallbackToken() !== null) return;
  const previous = readStored('sessionUser');
  const current = user?.id ?? null;
  if (previous === current) return;
  writeStored('sessionUser', current);
  if (previous !== null) forgetUser();
}

/** Calls back when another tab has signed out or in. Returns a function that stops it. */
export function watchUser(
  state: () => SessionState,
  onChange: (wasSignedIn: boolean) => void,
): () => void {
  return subscribeStored(['sessionUser'], () => {
    const { status, user } = state();
    if (!isSettled(status) || readFallbackToken() !== null) return;
    const current = readStored('sessionUser');
    // Storage that was cleared while the cookies are there is not a sign-out.
    const isCleared = current === null && readCookie(csrfAccessCookie) !== null;
    if (current !== (user?.id ?? null) && !isCleared) onChange(user !== null);
  });
}

function forgetUser(): void {
  removeStored(personalNames);
  try {
    sessionStorage.removeItem(appleUserKey);
  } catch {
    // Blocked storage has nothing to remove.
  }
}

const isSettled = (status: SessionState['status']) =>
  status === 'authenticated' || status === 'anonymous';
