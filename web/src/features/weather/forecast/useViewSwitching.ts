/** Which view is selected, also after a reload, and which ones are mounted: the others are prepared in advance, so that switching is fast (docs/decisions/0086 and 0087). */
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
  const [selected, setSelected] = useState<View>(() => viewInAddress(views) ?? views[0]);
  const [mounted, setMounted] = useState<readonly View[]>([selected]);
  const { ref, isInView } = useInView();
  const isLoaded = useAfterLoad();
  const areFetched = usePreloaded(chunks, isInView || isLoaded);

  useEffect(() => {
    const next = isInView && areFetched && views.find((view) => !mounted.includes(view));
    if (next) return onIdle(() => startTransition(() => setMounted([...mounted, next])));
  }, [views, isInView, areFetched, mounted]);

  function select(view: View) {
    setSelected(view);
    writeToAddress(view === views[0] ? null : view);
    if (!mounted.includes(view)) setMounted([...mounted, view]);
  }

  return { ref, selected, select, mounted };
}

/** Presses the tab of a view, wherever on the page the forecast is. */
export function showView(view: string): void {
  const tab = document.querySelector<HTMLElement>(`[data-tab="${view}"]`);
  tab?.click();
  tab?.focus({ preventScroll: true });
  tab?.scrollIntoView({ block: 'start' });
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
