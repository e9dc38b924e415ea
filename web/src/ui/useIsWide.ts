/** Whether the screen has room for two columns and a visible navigation. */
import { useSyncExternalStore } from 'react';

/** The same width as in the style sheets. */
const query = () => window.matchMedia?.('(min-width: 60rem)');

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => query()?.matches ?? false);
}

function subscribe(listener: () => void): () => void {
  const list = query();
  list?.addEventListener('change', listener);
  return () => list?.removeEventListener('change', listener);
}
