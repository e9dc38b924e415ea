/** What follows from the permission: the server hears of it, a denial forgets the position, a sign-in the visitor's id. */
import type { ApiClient } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import {
  csrfAccessCookie,
  readCookie,
  readFallbackToken,
} from '../../../api/session/credentials.ts';
import type { Session } from '../../../api/session/Session.ts';
import type { Locator } from '../../../platform/geolocation/Locator.ts';
import type { LocatorState } from '../../../platform/geolocation/machine.ts';
import { readStored, writeStored } from '../../../storage/store.ts';
import { visitorId } from '../../../storage/visitor.ts';

type Permission = components['schemas']['Permission'];

/** Null: not decided, nothing to tell. */
const permissions: Record<LocatorState['status'], Permission | null> = {
  granted: 'ALWAYS',
  denied: 'DENIED',
  prompt: 'UNKNOWN',
  unsupported: 'UNKNOWN',
  initial: null,
  checking: null,
};

/** Runs as long as the page; returns the way to stop. */
export function startPermissionReporting(
  locator: Locator,
  session: Session,
  api: ApiClient,
): () => void {
  let told: string | null = null;

  async function tell(): Promise<void> {
    const { status, isDenialExplicit, locatedAt } = locator.state;
    const permission = permissions[status];
    if (permission === null) return;
    if (status === 'denied' && isDenialExplicit) forgetPosition();
    const isSignedIn = readCookie(csrfAccessCookie) !== null || readFallbackToken() !== null;
    const news = `${isSignedIn ? session.state.user?.id : 'visitor'} ${permission}`;
    // Nobody was asked yet and nothing is known: that is no news.
    const isNothing = told === null && permission === 'UNKNOWN' && locatedAt === null;
    if (news === told || isNothing) return;
    told = news;
    try {
      if (isSignedIn) await api.POST('/api/locations/permission', { body: { permission } });
      else {
        const body = { permission, client_id: visitorId() };
        await api.POST('/api/locations/permission/anonymous', { body });
      }
    } catch {
      // The next change or visit tells it.
      told = null;
    }
  }

  const stopLocator = locator.subscribe(() => void tell());
  const stopSession = session.subscribe(() => {
    const { status } = session.state;
    // What the visitor searched for has moved into the account.
    if (status === 'authenticated' && readStored('clientId') !== null)
      writeStored('clientId', null);
  });
  return () => {
    stopLocator();
    stopSession();
  };
}

/** Somebody else is here now: what their saved places called the position is theirs alone. */
export function forgetPositionOfOtherUser(): void {
  if (readStored('currentLocation')?.originalId) forgetPosition();
}

function forgetPosition(): void {
  if (readStored('currentLocation') !== null) writeStored('currentLocation', null);
}
