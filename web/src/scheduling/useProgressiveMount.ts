/**
 * Mounts the sections of a page one per frame during the first load, so that the page can handle input in between.
 * Needed for the limit of 50 ms blocking time (docs/benchmarks.md, "Pages"; decision 0085).
 */
import { startTransition, useEffect, useState } from 'react';
import { pendingMounts } from './afterLoad.ts';
import { isFirstPaintShown } from './firstPaint.ts';

/**
 * How many of the sections to mount: none while the server's first paint is shown or inside a list that is still
 * mounting, then one more per frame. After a navigation inside the app, all at once.
 */
export function useProgressiveMount(sections: number): number {
  const [mounted, setMounted] = useState(() =>
    isFirstPaintShown() || pendingMounts.size > 0 ? 0 : sections,
  );
  useEffect(() => {
    if (mounted >= sections) return;
    const list = {};
    pendingMounts.add(list);
    const cancel = afterPaint(() => startTransition(() => setMounted(mounted + 1)));
    return () => {
      pendingMounts.delete(list);
      cancel();
    };
  }, [mounted, sections]);
  return mounted;
}

/** Calls back after the next paint; in a background tab, which is not painted, soon. Returns a function that cancels it. */
function afterPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    timer = setTimeout(callback);
  };
  const frame = requestAnimationFrame(schedule);
  if (document.hidden) schedule();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
