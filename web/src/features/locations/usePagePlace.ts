/** The place of a page about one place: that of its address, else the chosen one, else the current location. */
import { useLocation } from '../../navigation/navigation.ts';
import { useStored } from '../../storage/useStored.ts';
import type { Place } from '../../storage/values.ts';
import { readSharedPlace } from './sharedPlace.ts';

export function usePagePlace(): Place | null {
  const shared = readSharedPlace(useLocation().search);
  const [selected] = useStored('selectedLocation');
  const [current] = useStored('currentLocation');
  return shared ?? selected ?? current;
}
