/** Vibration, if enabled and supported: one pattern for each kind of event. */
import { useBridge } from '../platform/BridgeContext.ts';
import type { HapticKind } from '../platform/bridge.ts';
import { readAccessibility } from '../storage/useAccessibility.ts';

export function useHaptics(): (kind: HapticKind) => void {
  const bridge = useBridge();
  return (kind) => {
    if (readAccessibility().hapticFeedback && mayVibrate()) bridge.haptic(kind);
  };
}

/** A guess: desktop browsers have the API but no vibration motor. */
export function useCanVibrate(): boolean {
  const { kind } = useBridge();
  return kind === 'natively' || ('vibrate' in navigator && matchMedia('(pointer: coarse)').matches);
}

/** Browsers reject vibration, with a console message, before the first user interaction. */
function mayVibrate(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}
