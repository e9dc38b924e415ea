/** Provides the device bridge to components. */
import { createContext, use } from 'react';
import type { NativeBridge } from './bridge.ts';

export const BridgeContext = createContext<NativeBridge | null>(null);

export function useBridge(): NativeBridge {
  const bridge = use(BridgeContext);
  if (!bridge) throw new Error('useBridge needs a BridgeContext above it');
  return bridge;
}
