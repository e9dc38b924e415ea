/** Provides the locator to components. */
import { createContext, use, useSyncExternalStore } from 'react';
import type { Locator } from './Locator.ts';
import type { LocatorState } from './state.ts';

export const LocatorContext = createContext<Locator | null>(null);

export function useLocator(): Locator {
  const locator = use(LocatorContext);
  if (!locator) throw new Error('useLocator needs a LocatorContext above it');
  return locator;
}

export function useLocatorState(): LocatorState {
  const locator = useLocator();
  return useSyncExternalStore(locator.subscribe, () => locator.state);
}
