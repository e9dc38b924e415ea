/** Loads what follows the session in the background, which no page needs for its first rendering. */
import { type ReactNode, useEffect, useState } from 'react';
import { PushContext } from '../../features/push/PushContext.ts';
import type { PushRegistration } from '../../features/push/PushRegistration.ts';
import { storedPreferences } from '../../storage/storedPreferences.ts';
import type { SessionSyncDeps } from './sessionSync.ts';

interface WithSessionSyncProps {
  deps: SessionSyncDeps;
  children: ReactNode;
}

export function WithSessionSync({ deps, children }: WithSessionSyncProps) {
  const [push, setPush] = useState<PushRegistration | null>(null);
  useEffect(() => {
    // A visitor who signs in gets the preferences of the account.
    const atStart = deps.session.state.status === 'anonymous' ? undefined : storedPreferences();
    let isEnded = false;
    let stop = () => {};
    const load = async () => {
      const { startSessionSync } = await import('./sessionSync.ts');
      if (isEnded) return;
      window.removeEventListener('online', tryLoad);
      const started = startSessionSync(deps, atStart);
      stop = started.stop;
      setPush(started.push);
    };
    // Without a network it is loaded as soon as there is one.
    const tryLoad = () => void load().catch(() => undefined);
    window.addEventListener('online', tryLoad);
    tryLoad();
    return () => {
      isEnded = true;
      window.removeEventListener('online', tryLoad);
      stop();
    };
  }, [deps]);
  return <PushContext value={push}>{children}</PushContext>;
}
