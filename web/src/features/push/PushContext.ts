/** Provides this device's push registration to components. */
import { createContext, use, useSyncExternalStore } from 'react';
import type { PushRegistration, PushState } from './PushRegistration.ts';

export const PushContext = createContext<PushRegistration | null>(null);

export function usePush(): PushRegistration {
  const push = use(PushContext);
  if (!push) throw new Error('usePush needs a PushContext above it');
  return push;
}

export function usePushState(): PushState {
  const push = usePush();
  return useSyncExternalStore(push.subscribe, () => push.state);
}
