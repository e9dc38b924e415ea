/** What follows the session in the background: preferences of the account, the location permission, push messages. */
import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../api/client.ts';
import { configQuery } from '../../api/config.ts';
import type { Session } from '../../api/session/Session.ts';
import { startPermissionReporting } from '../../features/locations/current/permissionReporting.ts';
import { startPreferenceSync } from '../../features/preferences/sync.ts';
import { PushRegistration } from '../../features/push/PushRegistration.ts';
import type { NativeBridge } from '../../platform/bridge.ts';
import type { Locator } from '../../platform/geolocation/Locator.ts';
import type { Preferences } from '../../storage/storedPreferences.ts';

export interface SessionSyncDeps {
  api: ApiClient;
  session: Session;
  locator: Locator;
  bridge: NativeBridge;
  queryClient: QueryClient;
}

/** `atStart`: the preferences of this device when the app started; a later change is newer than those of the account. */
export function startSessionSync(
  { api, session, locator, bridge, queryClient }: SessionSyncDeps,
  atStart: Preferences | undefined,
): { push: PushRegistration; stop: () => void } {
  const publicKey = async () => (await queryClient.fetchQuery(configQuery(api))).vapid_public_key;
  const push = new PushRegistration({ bridge, api, session, publicKey });
  const stops = [
    startPreferenceSync(session, api, atStart),
    startPermissionReporting(locator, session, api),
    push.start(),
  ];
  return {
    push,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
