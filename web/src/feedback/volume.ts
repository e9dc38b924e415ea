/** How loud Halcyon is: one factor for tones and for the voice. */
import type { AccessibilitySettings } from '../storage/accessibility.ts';

export const volumeGains: Record<AccessibilitySettings['audioVolume'], number> = {
  low: 0.3,
  medium: 0.6,
  high: 1,
};
