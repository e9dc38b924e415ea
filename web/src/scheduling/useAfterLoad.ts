/**
 * Whether the page has loaded and it is this component's turn in the queue of `afterLoad.ts`.
 * Needed for the limit of 50 ms blocking time (docs/benchmarks.md, "Pages"; decision 0086).
 */
import { useEffect, useState } from 'react';
import { afterLoad, pendingMounts } from './afterLoad.ts';
import { isFirstPaintShown } from './firstPaint.ts';

/** `delayMs` is added after the turn. After a navigation inside the app it is true at once. */
export function useAfterLoad(delayMs = 0): boolean {
  const [isLoaded, setIsLoaded] = useState(() => !isFirstPaintShown() && pendingMounts.size === 0);
  useEffect(() => {
    if (isLoaded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = afterLoad(() => {
      timer = setTimeout(() => setIsLoaded(true), delayMs);
    });
    return () => {
      cancel();
      clearTimeout(timer);
    };
  }, [isLoaded, delayMs]);
  return isLoaded;
}
