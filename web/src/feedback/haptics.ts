/** Vibration where it is wished and the device can: one pattern for each kind of event. */
import { useBridge } from '../platform/BridgeContext.ts';
import type { HapticKind } from '../platform/bridge.ts';
import { readAccessibility } from '../storage/useAccessibility.ts';

export function useHaptics(): (kind: HapticKind) => void {
  const bridge = useBridge();
  return (kind) => {
    if (readAccessibility().hapticFeedback && mayVibrate()) bridge.haptic(kind);
  };
}

/** As far as a page can tell: desktop browsers have the call, but nothing that moves. */
export function useCanVibrate(): boolean {
  const { kind } = useBridge();
  return kind === 'natively' || ('vibrate' in navigator && matchMedia('(pointer: coarse)').matches);
}

/** Browsers refuse, and complain, before the person has touched the page. */
function mayVibrate(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}
