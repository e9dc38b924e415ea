/** The places whose cached weather is shown because the network is down; empty while it is up. */
import { useSyncExternalStore } from 'react';
import type { Place } from '../../storage/values.ts';

let offlinePlaces: readonly Place[] = [];
const listeners = new Set<() => void>();

export function setOfflinePlaces(places: readonly Place[]): void {
  offlinePlaces = places;
  for (const listener of listeners) listener();
}

export function useOfflinePlaces(): readonly Place[] {
  return useSyncExternalStore(subscribe, () => offlinePlaces);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
