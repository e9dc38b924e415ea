/** Where the person is now: asks the device, finds out what the place is called, and keeps it for the next visit. */
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
import { isSamePlace } from '../samePlace.ts';
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

/** `onFound` hears of a place that the person asked for. */
export function useCurrentLocation(onFound?: (place: CurrentPlace) => void): CurrentLocation {
  const { t } = useTranslation();
  const locator = useLocator();
  const state = useLocatorState();
  const nameThe = useNaming();
  const [hasNoAddress, setHasNoAddress] = useState(false);

  async function locate() {
    setHasNoAddress(false);
    const { position } = await found(locator.locate(true));
    if (!position) return;
    const { place, hasAddress } = await nameThe(position);
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

/** While a page with places is open: where the permission was given before, the position is kept true without a word. */
export function useKeepCurrent(): void {
  const locator = useLocator();
  const { loading, user } = useAuth();
  const nameThe = useNaming();
  const keep = useEffectEvent(async () => {
    const { status } = await locator.check();
    if (status !== 'granted') return;
    const { position } = await found(locator.locate(false));
    if (position) await nameThe(position);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: somebody else has other saved places
  useEffect(() => {
    if (!loading) void keep();
  }, [loading, user?.id]);
}

/** Only what this request found: an older position is no answer to it. */
async function found(asked: Promise<LocatorState>): Promise<Pick<LocatorState, 'position'>> {
  const { problem, position } = await asked;
  return { position: problem ? null : position };
}

function useNaming() {
  const { t } = useTranslation();
  const api = useApi();
  const client = useQueryClient();
  const { isAuthenticated } = useAuth();

  return async (position: { latitude: number; longitude: number }) => {
    const saved = isAuthenticated
      ? await client.fetchQuery(locationQueries.saved(api)).catch(() => [])
      : [];
    const nearby = currentFromSaved(position, saved);
    if (nearby) return keep(nearby, true);
    // The weather need not wait for the name.
    const unnamed = currentPlace(position, { name: t('home.places.current') });
    const known = readStored('currentLocation');
    if (!known || !isSamePlace(known, position)) keep(unnamed, false);
    const named = await client.fetchQuery(placeQueries.nameOf(api, position)).catch(() => null);
    return named?.name ? keep(currentPlace(position, named), true) : keep(unnamed, false);
  };

  function keep(place: CurrentPlace, hasAddress: boolean) {
    writeStored('currentLocation', place);
    return { place, hasAddress };
  }
}
