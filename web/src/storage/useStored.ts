/** A stored value as React state, updated by changes in this tab and others. */
import { useCallback, useSyncExternalStore } from 'react';
import type { StoredName, StoredValue } from './keys.ts';
import { readStored, subscribeStored, writeStored } from './store.ts';

export function useStored<N extends StoredName>(
  name: N,
): [StoredValue<N>, (value: StoredValue<N>) => void] {
  const subscribe = useCallback(
    (listener: () => void) => subscribeStored([name], listener),
    [name],
  );
  const value = useSyncExternalStore(subscribe, () => readStored(name));
  return [value, (next) => writeStored(name, next)];
}
