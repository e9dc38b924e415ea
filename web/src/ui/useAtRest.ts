/** Whether everything has come in and it is the turn of what could wait, or of what is only beautiful. */
import { useEffect, useState } from 'react';
import { isFirstPaintShown } from './firstPaint.ts';
import { unfinished, whenAtRest } from './rest.ts';

/** True from the beginning on a page that follows another; else some time after its turn has come. */
export function useAtRest(afterMs = 0): boolean {
  const [isAtRest, setIsAtRest] = useState(() => !isFirstPaintShown() && unfinished.size === 0);
  useEffect(() => {
    if (isAtRest) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = whenAtRest(() => {
      timer = setTimeout(() => setIsAtRest(true), afterMs);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [isAtRest, afterMs]);
  return isAtRest;
}
