/** Selects the place whose weather is shown, adds it to the recent places and puts it into the address. */
import { useCallback } from 'react';
import { useNavigate } from '../../navigation/navigation.ts';
import { paths } from '../../paths.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import type { Place } from '../../storage/values.ts';
import { isSamePlace } from './samePlace.ts';
import { addressOf, readSharedPlace } from './sharedPlace.ts';

const maxRecent = 5;

export function useChoosePlace(): (place: Place) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ id, name, latitude, longitude, elevation }: Place) => {
      const place = { id, name, latitude, longitude, elevation };
      const before = readStored('selectedLocation');
      const { pathname, search } = window.location;
      const isUnaddressed = pathname === paths.home && !readSharedPlace(search);
      let recent = readStored('recentPlaces');
      if (before && isUnaddressed) {
        // So that Back leads to the place shown before.
        recent = withRecent(recent, before);
        navigate(addressFor(before), { replace: true });
      }
      writeStored('selectedLocation', place);
      writeStored('recentPlaces', withRecent(recent, place));
      navigate(addressFor(place));
      window.scrollTo(0, 0);
    },
    [navigate],
  );
}

/** The current location stays out of the address, which is copied and kept in the history. The tab stays in it. */
function addressFor(place: Place): string {
  const tab = new URLSearchParams(window.location.search).get('tab');
  const address = place.id === 'current' ? paths.home : addressOf(place);
  if (!tab) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ tab })}`;
}

/** The newest first, each place once. */
export function withRecent(recent: Place[], place: Place): Place[] {
  const others = recent.filter((other) => !isSamePlace(other, place));
  return [place, ...others].slice(0, maxRecent);
}
