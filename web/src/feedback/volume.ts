/** The gain of each volume setting, for tones and speech. */
import type { AccessibilitySettings } from '../storage/accessibility.ts';

export const volumeGains: Record<AccessibilitySettings['audioVolume'], number> = {
  low: 0.3,
  medium: 0.6,
  high: 1,
};
