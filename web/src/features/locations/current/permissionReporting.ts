/** Reports the location permission to the server, and clears what a denial or a sign-in makes obsolete. */
import type { ApiClient } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import {
  csrfAccessCookie,
  readCookie,
  readFallbackToken,
} from '../../../api/session/credentials.ts';
import type { Session } from '../../../api/session/Session.ts';
import type { Locator } from '../../../platform/geolocation/Locator.ts';
import type { LocatorState } from '../../../platform/geolocation/state.ts';
import { readStored, writeStored } from '../../../storage/store.ts';
import { visitorId } from '../../../storage/visitor.ts';
import { clearPosition } from './clearPosition.ts';

type Permission = components['schemas']['Permission'];

/** Null while it is undecided and not reported. */
const permissions: Record<LocatorState['status'], Permission | null> = {
  granted: 'ALWAYS',
  denied: 'DENIED',
  prompt: 'UNKNOWN',
  unsupported: 'UNKNOWN',
  initial: null,
  checking: null,
};

/** Runs as long as the page; returns a function that stops it. */
export function startPermissionReporting(
  locator: Locator,
  session: Session,
  api: ApiClient,
): () => void {
  let lastReported: string | null = null;

  async function report(): Promise<void> {
    const { status, isDenialExplicit, locatedAt } = locator.state;
    const permission = permissions[status];
    if (permission === null) return;
    if (status === 'denied' && isDenialExplicit) clearPosition();
    const isSignedIn = readCookie(csrfAccessCookie) !== null || readFallbackToken() !== null;
    const current = `${isSignedIn ? session.state.user?.id : 'visitor'} ${permission}`;
    // The user was not asked yet, so there is nothing to report.
    const isUndecided = lastReported === null && permission === 'UNKNOWN' && locatedAt === null;
    if (current === lastReported || isUndecided) return;
    lastReported = current;
    try {
      if (isSignedIn) await api.POST('/api/locations/permission', { body: { permission } });
      else {
        const body = { permission, client_id: visitorId() };
        await api.POST('/api/locations/permission/anonymous', { body });
      }
    } catch {
      // Retried with the next change or visit.
      lastReported = null;
    }
  }

  const stopLocator = locator.subscribe(() => void report());
  const adoptSearches = () => {
    const clientId = readStored('clientId');
    if (session.state.status !== 'authenticated' || clientId === null) return;
    writeStored('clientId', null);
    // A redirect to a provider carries no id; after other sign-ins the searches have been moved and this changes nothing.
    api
      .POST('/api/locations/history/adopt', { body: { client_id: clientId } })
      .catch(() => undefined);
  };
  // Both may have changed before this was loaded; a permission that is only remembered is not reported.
  if (locator.state.checkedAt !== null) void report();
  adoptSearches();
  const stopSession = session.subscribe(adoptSearches);
  return () => {
    stopLocator();
    stopSession();
  };
}
