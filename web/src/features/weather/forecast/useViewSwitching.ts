/** Which view is selected, and which ones are mounted: the others are prepared in advance, so that switching is fast (docs/decisions/0086 and 0087). */
import { startTransition, useEffect, useState } from 'react';
import { onIdle } from '../../../scheduling/onIdle.ts';
import { useAfterLoad } from '../../../scheduling/useAfterLoad.ts';
import { useInView } from '../../../scheduling/useInView.ts';
import { usePreloaded } from '../../../scheduling/usePreloaded.ts';

/**
 * The first view is mounted at once. The chunks of the others are fetched when the page has loaded; the views are then
 * mounted one at a time in idle moments, but only once `ref` is in view, because most visitors never scroll that far.
 */
export function useViewSwitching<View extends string>(
  views: readonly [View, ...View[]],
  chunks: ReadonlyArray<() => Promise<unknown>>,
) {
  const [selected, setSelected] = useState<View>(views[0]);
  const [mounted, setMounted] = useState<readonly View[]>([views[0]]);
  const { ref, isInView } = useInView();
  const isLoaded = useAfterLoad();
  const areFetched = usePreloaded(chunks, isInView || isLoaded);

  useEffect(() => {
    const next = isInView && areFetched && views.find((view) => !mounted.includes(view));
    if (next) return onIdle(() => startTransition(() => setMounted([...mounted, next])));
  }, [views, isInView, areFetched, mounted]);

  function select(view: View) {
    setSelected(view);
    if (!mounted.includes(view)) setMounted([...mounted, view]);
  }

  return { ref, selected, select, mounted };
}
