/** Which view is selected, also after a reload, and which ones are mounted: the others are prepared in advance, so that switching is fast (docs/decisions/0086 and 0087). */
import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { paths } from '../../../paths.ts';
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
  const [selected, setSelected] = useState<View>(() => viewInAddress(views) ?? views[0]);
  const [mounted, setMounted] = useState<readonly View[]>([selected]);
  const { ref, isInView } = useInView();
  const isLoaded = useAfterLoad();
  const areFetched = usePreloaded(chunks, isInView || isLoaded);

  useEffect(() => {
    const next = isInView && areFetched && views.find((view) => !mounted.includes(view));
    if (next) return onIdle(() => startTransition(() => setMounted([...mounted, next])));
  }, [views, isInView, areFetched, mounted]);

  function show(view: View) {
    setSelected(view);
    if (!mounted.includes(view)) setMounted([...mounted, view]);
  }

  function select(view: View) {
    show(view);
    writeToAddress(view === views[0] ? null : view);
  }

  // Back and Forward between places keep the view of each.
  const handleTraversal = useEffectEvent(() => {
    if (location.pathname === paths.home) show(viewInAddress(views) ?? views[0]);
  });
  useEffect(() => {
    window.addEventListener('popstate', handleTraversal);
    return () => window.removeEventListener('popstate', handleTraversal);
  }, []);

  return { ref, selected, select, mounted };
}

const parameter = 'tab';

function viewInAddress<View extends string>(views: readonly View[]): View | undefined {
  const wanted = new URLSearchParams(location.search).get(parameter);
  return views.find((view) => view === wanted);
}

/** Past the router, which would render the whole page again for every tab. */
function writeToAddress(view: string | null): void {
  const address = new URL(location.href);
  if (view) address.searchParams.set(parameter, view);
  else address.searchParams.delete(parameter);
  history.replaceState(history.state, '', address);
}
