/** Whether everything has come in and it is the turn of what could wait, or of what is only beautiful. */
import { useEffect, useState } from 'react';
import { afterLoad, unfinished } from './afterLoad.ts';
import { isFirstPaintShown } from './firstPaint.ts';

/** True from the beginning on a page that follows another; else some time after its turn has come. */
export function useAfterLoad(afterMs = 0): boolean {
  const [isAtRest, setIsAtRest] = useState(() => !isFirstPaintShown() && unfinished.size === 0);
  useEffect(() => {
    if (isAtRest) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = afterLoad(() => {
      timer = setTimeout(() => setIsAtRest(true), afterMs);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [isAtRest, afterMs]);
  return isAtRest;
}
