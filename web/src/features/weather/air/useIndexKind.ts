/** The index that is shown: the user's choice, else the one that the authorities of the place use. */
import { useStored } from '../../../storage/useStored.ts';
import type { IndexKind } from './air.ts';

export function useIndexKind(ofPlace: IndexKind): [IndexKind, (kind: IndexKind) => void] {
  const [air, setAir] = useStored('air');
  const kind = air.index === 'auto' ? ofPlace : air.index;
  return [kind, (next) => setAir({ ...air, index: next === ofPlace ? 'auto' : next })];
}
