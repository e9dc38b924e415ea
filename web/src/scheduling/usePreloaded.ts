/** Whether scripts that are drawn with later have come: what is drawn without them would fall when the network is gone. */
import { useEffect, useState } from 'react';

type Load = () => Promise<unknown>;

/** Fetches once they are wanted; what could not be had is asked for again when the network is back. */
export function usePreloaded(loads: readonly Load[], isWanted: boolean): boolean {
  const [isFetched, setIsFetched] = useState(false);
  useEffect(() => {
    if (!isWanted || isFetched) return;
    let isCurrent = true;
    const fetchAll = () => {
      const all = Promise.all(loads.map((load) => load()));
      all.then(() => isCurrent && setIsFetched(true)).catch(() => undefined);
    };
    fetchAll();
    window.addEventListener('online', fetchAll);
    return () => {
      isCurrent = false;
      window.removeEventListener('online', fetchAll);
    };
  }, [loads, isWanted, isFetched]);
  return isFetched;
}
