/** The properties of every group of accessibility settings. */
import type { AccessibilitySettings } from '../../storage/accessibility.ts';

export interface SettingsGroupProps {
  settings: AccessibilitySettings;
  onChange: (change: Partial<AccessibilitySettings>) => void;
}
