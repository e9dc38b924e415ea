/** Which view is selected, and which ones are mounted: the others are prepared in advance, so that switching is fast (docs/decisions/0086 and 0087). */
import { startTransition, useEffect, useState } from 'react';
import { useAtRest } from '../../../ui/useAtRest.ts';
import { useFetched } from '../../../ui/useFetched.ts';
import { useSeen } from '../../../ui/useSeen.ts';
import { whenIdle } from '../../../ui/whenIdle.ts';

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
  const { ref, isSeen: isInView } = useSeen();
  const isLoaded = useAtRest();
  const areFetched = useFetched(chunks, isInView || isLoaded);

  useEffect(() => {
    const next = isInView && areFetched && views.find((view) => !mounted.includes(view));
    if (next) return whenIdle(() => startTransition(() => setMounted([...mounted, next])));
  }, [views, isInView, areFetched, mounted]);

  function select(view: View) {
    setSelected(view);
    if (!mounted.includes(view)) setMounted([...mounted, view]);
  }

  return { ref, selected, select, mounted };
}
