/** The places whose last weather was brought back because there is no network; empty while there is one. */
import { useSyncExternalStore } from 'react';
import type { Place } from '../../storage/values.ts';

let kept: readonly Place[] = [];
const listeners = new Set<() => void>();

export function setOfflinePlaces(places: readonly Place[]): void {
  kept = places;
  for (const listener of listeners) listener();
}

export function useOfflinePlaces(): readonly Place[] {
  return useSyncExternalStore(subscribe, () => kept);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
