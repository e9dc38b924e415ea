/** The place at the device's position: a saved place nearby if there is one, else the name from reverse geocoding. */
import type { CurrentPlace } from '../../../storage/places.ts';
import { type Coordinates, isSamePlace } from '../samePlace.ts';

interface SavedPlace extends Coordinates {
  id: string;
  name: string;
  address: string | null;
}

export function currentFromSaved(
  position: Coordinates,
  saved: readonly SavedPlace[],
): CurrentPlace | null {
  const nearby = saved.find((place) => isSamePlace(place, position));
  return nearby
    ? currentPlace(position, { ...nearby, originalId: nearby.id, address: nearby.address })
    : null;
}

export function currentPlace(
  { latitude, longitude }: Coordinates,
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
