/** Keeps the position up to date while a page with places is open, if the permission was granted before. */
import { useEffect, useEffectEvent } from 'react';
import { useAuth } from '../../../api/session/useSession.ts';
import { useLocator } from '../../../platform/geolocation/LocatorContext.ts';
import { useStorePosition } from './useStorePosition.ts';

export function useTrackCurrentLocation(): void {
  const locator = useLocator();
  const { loading, user } = useAuth();
  const storePosition = useStorePosition();
  const update = useEffectEvent(async () => {
    const { status } = await locator.check();
    if (status !== 'granted') return;
    const { problem, position } = await locator.locate(false);
    // With a problem the position is that of an earlier request.
    if (!problem && position) await storePosition(position);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other saved places
  useEffect(() => {
    if (loading) return;
    // Not in the task that renders the page: it loads a script.
    const timer = setTimeout(() => void update());
    return () => clearTimeout(timer);
  }, [loading, user?.id]);
}
