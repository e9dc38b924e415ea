/** Provides this device's push registration to components; it is loaded after the first rendering. */
import { createContext, use, useSyncExternalStore } from 'react';
import type { PushRegistration, PushState } from './PushRegistration.ts';

const notLoaded: PushState = {
  isInitialized: false,
  permission: 'unsupported',
  permissionGranted: false,
  playerId: null,
  error: null,
};
const subscribeToNothing = () => () => undefined;

export const PushContext = createContext<PushRegistration | null>(null);

/** Null until it is loaded. */
export function usePush(): PushRegistration | null {
  return use(PushContext);
}

export function usePushState(): PushState {
  const push = usePush();
  return useSyncExternalStore(
    push?.subscribe ?? subscribeToNothing,
    () => push?.state ?? notLoaded,
  );
}
