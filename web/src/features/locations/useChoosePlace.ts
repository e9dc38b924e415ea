/** Selects the place whose weather is shown and adds it to the recent places. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import type { Place } from '../../storage/values.ts';
import { isSamePlace } from './samePlace.ts';

const maxRecent = 5;

export function useChoosePlace(): (place: Place) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ id, name, latitude, longitude, elevation }: Place) => {
      const place = { id, name, latitude, longitude, elevation };
      writeStored('selectedLocation', place);
      writeStored('recentPlaces', withRecent(readStored('recentPlaces'), place));
      // Also leaves the URL of a shared place.
      navigate(paths.home);
    },
    [navigate],
  );
}

/** The newest first, each place once. */
export function withRecent(recent: Place[], place: Place): Place[] {
  const others = recent.filter((other) => !isSamePlace(other, place));
  return [place, ...others].slice(0, maxRecent);
}
