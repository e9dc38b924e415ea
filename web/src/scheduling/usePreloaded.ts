/**
 * Loads scripts before the components that need them are rendered, so that they still appear if the network fails later.
 * Keeps them out of the first load and its limit of 110 kB (docs/benchmarks.md, "Pages"; decision 0086).
 */
import { useEffect, useState } from 'react';

type Load = () => Promise<unknown>;

/** Whether all are loaded. Starts when `isWanted` is true; a failed load is repeated when the network is back. */
export function usePreloaded(loads: readonly Load[], isWanted: boolean): boolean {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (!isWanted || isLoaded) return;
    let isCurrent = true;
    const loadAll = () => {
      const all = Promise.all(loads.map((load) => load()));
      all.then(() => isCurrent && setIsLoaded(true)).catch(() => undefined);
    };
    loadAll();
    window.addEventListener('online', loadAll);
    return () => {
      isCurrent = false;
      window.removeEventListener('online', loadAll);
    };
  }, [loads, isWanted, isLoaded]);
  return isLoaded;
}
