/** The place under the device's position: a saved one nearby if there is one, else what the map calls it. */
import type { CurrentPlace } from '../../../storage/places.ts';
import { isSamePlace } from '../samePlace.ts';

interface Position {
  latitude: number;
  longitude: number;
}

interface SavedPlace extends Position {
  id: string;
  name: string;
  address: string | null;
}

export function currentFromSaved(
  position: Position,
  saved: readonly SavedPlace[],
): CurrentPlace | null {
  const nearby = saved.find((place) => isSamePlace(place, position));
  return nearby
    ? currentPlace(position, { ...nearby, originalId: nearby.id, address: nearby.address })
    : null;
}

/** A name for a position that no saved place is near. */
export function currentPlace(
  { latitude, longitude }: Position,
  known: { name: string; address?: string | null; originalId?: string },
): CurrentPlace {
  return {
    id: 'current',
    isCurrent: true,
    originalId: known.originalId ?? null,
    name: known.name,
    address: known.address ?? null,
    latitude,
    longitude,
  };
}
