/** Reports the time zone of this device when it has changed, so that briefings follow the user's clock. */
import { useEffect } from 'react';
import { useApi } from '../../api/ApiContext.ts';
import { responseData } from '../../api/client.ts';
import { useAuth } from '../../api/session/useSession.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { deviceTimeZone } from './deviceTimeZone.ts';

export function useTravel(): void {
  const api = useApi();
  const { isAuthenticated } = useAuth();
  useEffect(() => {
    const report = async () => {
      const timezone = deviceTimeZone();
      if (document.visibilityState !== 'visible' || readStored('timeZone') === timezone) return;
      await responseData(api.PUT('/api/briefings/time-zone', { body: { timezone } }));
      writeStored('timeZone', timezone);
    };
    // Without a network it is reported when the page is looked at again.
    const tryToReport = () => void report().catch(() => undefined);
    if (!isAuthenticated) return undefined;
    tryToReport();
    document.addEventListener('visibilitychange', tryToReport);
    return () => document.removeEventListener('visibilitychange', tryToReport);
  }, [api, isAuthenticated]);
}
