/** Looks up the name of a position and stores both as the current location, also for the next visit. */
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { useAuth } from '../../../api/session/useSession.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import type { CurrentPlace } from '../../../storage/places.ts';
import { readStored, writeStored } from '../../../storage/store.ts';
import { type Coordinates, isSamePlace } from '../samePlace.ts';
import { locationQueries } from '../saved/queries.ts';
import { currentFromSaved, currentPlace } from './currentPlace.ts';
import { placeNameQuery } from './placeNameQuery.ts';

export function useStorePosition() {
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
    const named = await client.fetchQuery(placeNameQuery(api, position)).catch(() => null);
    return named?.name ? store(currentPlace(position, named), true) : store(unnamed, false);
  };

  function store(place: CurrentPlace, hasAddress: boolean) {
    writeStored('currentLocation', place);
    return { place, hasAddress };
  }
}
