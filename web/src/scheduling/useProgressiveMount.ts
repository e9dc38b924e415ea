/** Brings parts in one after another, each painted before the next is drawn, so that the page answers in between. */
import { startTransition, useEffect, useState } from 'react';
import { unfinished } from './afterLoad.ts';
import { isFirstPaintShown } from './firstPaint.ts';

/** How many of the parts may be shown: none beside the first paint or within a list that is still coming in, then one more with each frame; else all at once. */
export function useProgressiveMount(parts: number): number {
  const [shown, setShown] = useState(() =>
    isFirstPaintShown() || unfinished.size > 0 ? 0 : parts,
  );
  useEffect(() => {
    if (shown >= parts) return;
    const one = {};
    unfinished.add(one);
    const stop = afterPaint(() => startTransition(() => setShown(shown + 1)));
    return () => {
      unfinished.delete(one);
      stop();
    };
  }, [shown, parts]);
  return shown;
}

/** Calls back when the present state is painted; in the background, where nothing is painted, soon. Returns the way out. */
function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    timer = setTimeout(act);
  };
  const frame = requestAnimationFrame(later);
  if (document.hidden) later();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
