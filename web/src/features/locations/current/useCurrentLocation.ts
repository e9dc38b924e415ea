/** The current location: requests the position, looks up its name, and stores both for the next visit. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import { useAuth } from '../../../api/session/useSession.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useLocator, useLocatorState } from '../../../platform/geolocation/LocatorContext.ts';
import type { LocatorState } from '../../../platform/geolocation/machine.ts';
import type { CurrentPlace } from '../../../storage/places.ts';
import { readStored, writeStored } from '../../../storage/store.ts';
import { placeQueries } from '../queries.ts';
import { type Coordinates, isSamePlace } from '../samePlace.ts';
import { locationQueries } from '../saved/queries.ts';
import { currentFromSaved, currentPlace } from './currentPlace.ts';
import { locatorProblemText } from './locatorProblemText.ts';

export interface CurrentLocation {
  status: LocatorState['status'];
  isLocating: boolean;
  /** Why there is no position, or no address for it. */
  problem: string | null;
  locate: () => void;
}

/** `onFound` is called with a place that the user requested. */
export function useCurrentLocation(onFound?: (place: CurrentPlace) => void): CurrentLocation {
  const { t } = useTranslation();
  const locator = useLocator();
  const state = useLocatorState();
  const nameAndStore = useNameAndStore();
  const [hasNoAddress, setHasNoAddress] = useState(false);

  async function locate() {
    setHasNoAddress(false);
    const { position } = await positionFrom(locator.locate(true));
    if (!position) return;
    const { place, hasAddress } = await nameAndStore(position);
    setHasNoAddress(!hasAddress);
    onFound?.(place);
  }

  return {
    status: state.status,
    isLocating: state.round?.isLocating ?? false,
    problem:
      locatorProblemText(state.problem, t) ?? (hasNoAddress ? t('geolocation.noAddress') : null),
    locate: () => void locate(),
  };
}

/** Keeps the position up to date while a page with places is open, if the permission was granted before. */
export function useTrackCurrentLocation(): void {
  const locator = useLocator();
  const { loading, user } = useAuth();
  const nameAndStore = useNameAndStore();
  const update = useEffectEvent(async () => {
    const { status } = await locator.check();
    if (status !== 'granted') return;
    const { position } = await positionFrom(locator.locate(false));
    if (position) await nameAndStore(position);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other saved places
  useEffect(() => {
    if (!loading) void update();
  }, [loading, user?.id]);
}

/** Only the position that this request found, not an older one. */
async function positionFrom(
  request: Promise<LocatorState>,
): Promise<Pick<LocatorState, 'position'>> {
  const { problem, position } = await request;
  return { position: problem ? null : position };
}

function useNameAndStore() {
  const { t } = useTranslation();
  const api = useApi();
  const client = useQueryClient();
  const { isAuthenticated } = useAuth();

  return async (position: Coordinates) => {
    const saved = isAuthenticated
      ? await client.fetchQuery(locationQueries.saved(api)).catch(() => [])
      : [];
    const nearby = currentFromSaved(position, saved);
    if (nearby) return store(nearby, true);
    // Stored before the name is known, so that the weather does not wait for it.
    const unnamed = currentPlace(position, { name: t('home.places.current') });
    const known = readStored('currentLocation');
    if (!known || !isSamePlace(known, position)) store(unnamed, false);
    const named = await client.fetchQuery(placeQueries.nameOf(api, position)).catch(() => null);
    return named?.name ? store(currentPlace(position, named), true) : store(unnamed, false);
  };

  function store(place: CurrentPlace, hasAddress: boolean) {
    writeStored('currentLocation', place);
    return { place, hasAddress };
  }
}
