/** Removes the stored position of the device. */
import { readStored, writeStored } from '../../../storage/store.ts';

export function clearPosition(): void {
  if (readStored('currentLocation') !== null) writeStored('currentLocation', null);
}

/** Another user is signed in: a name that came from the previous user's saved places is private to them. */
export function clearPositionOfOtherUser(): void {
  if (readStored('currentLocation')?.originalId) clearPosition();
}
