/** The pollen that the user reacts to: on this device and, only if the user has chosen so, in the account. */
import type { Species } from '../../../storage/air.ts';
import { readStored, writeStored } from '../../../storage/store.ts';
import { useStored } from '../../../storage/useStored.ts';

export interface Sensitivities {
  mine: readonly Species[];
  isSynced: boolean;
  setMine: (species: Species[]) => void;
  setIsSynced: (isSynced: boolean) => void;
}

export function useSensitivities(): Sensitivities {
  const [air] = useStored('air');
  const [onDevice] = useStored('sensitivities');
  return {
    mine: air.sync ? air.sensitivities : onDevice,
    isSynced: air.sync,
    setMine: storeSensitivities,
    setIsSynced: shareSensitivities,
  };
}

function storeSensitivities(species: Species[]): void {
  const air = readStored('air');
  writeStored('sensitivities', species);
  if (air.sync) writeStored('air', { ...air, sensitivities: species });
}

/** The device keeps its copy in both cases; the empty list that is sent deletes the one in the account. */
function shareSensitivities(isSynced: boolean): void {
  const air = readStored('air');
  if (air.sync) writeStored('sensitivities', air.sensitivities);
  const sensitivities = isSynced ? readStored('sensitivities') : [];
  writeStored('air', { ...air, sync: isSynced, sensitivities });
}
