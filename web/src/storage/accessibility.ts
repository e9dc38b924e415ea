/** The accessibility settings: their options, defaults and parser. */
import { type Choices, firstOfEach } from './values.ts';

export interface AccessibilitySettings {
  screenReaderEnabled: boolean;
  highContrastMode: boolean;
  reducedMotion: boolean;
  voiceAnnouncements: boolean;
  hapticFeedback: boolean;
  fontSize: 'small' | 'medium' | 'large' | 'extra-large';
  colorBlindnessMode: 'none' | 'protanopia' | 'deuteranopia' | 'tritanopia' | 'monochrome';
  hearingAidMode: boolean;
  visualAlerts: boolean;
  voiceGuidance: boolean;
  audioVolume: 'low' | 'medium' | 'high';
  frequencyAdjustment: 'low' | 'mid' | 'high' | 'custom';
  /** Hertz, for the custom band. */
  customFrequency: number;
}

/** The settings the user has changed; the others follow the system or the default. */
export type AccessibilityChoices = Partial<AccessibilitySettings>;

/** The first option of each list is the default. */
export const accessibilityChoices: Choices<Omit<AccessibilitySettings, 'customFrequency'>> = {
  screenReaderEnabled: [false, true],
  highContrastMode: [false, true],
  reducedMotion: [false, true],
  voiceAnnouncements: [false, true],
  hapticFeedback: [true, false],
  fontSize: ['medium', 'small', 'large', 'extra-large'],
  colorBlindnessMode: ['none', 'protanopia', 'deuteranopia', 'tritanopia', 'monochrome'],
  hearingAidMode: [false, true],
  visualAlerts: [false, true],
  voiceGuidance: [false, true],
  audioVolume: ['medium', 'low', 'high'],
  frequencyAdjustment: ['mid', 'low', 'high', 'custom'],
};

/** The server accepts the same range. */
export const customFrequencyHertz = { min: 100, max: 8_000 };

export const defaultAccessibility: AccessibilitySettings = {
  ...firstOfEach(accessibilityChoices),
  customFrequency: 1_500,
};

export function parseAccessibility(value: unknown): AccessibilityChoices | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const valid = Object.entries(value).filter(([name, choice]) => isValid(name, choice));
  return Object.fromEntries(valid);
}

function isValid(name: string, choice: unknown): boolean {
  if (name === 'customFrequency') {
    const { min, max } = customFrequencyHertz;
    return Number.isInteger(choice) && (choice as number) >= min && (choice as number) <= max;
  }
  const choices = (accessibilityChoices as Record<string, readonly unknown[]>)[name];
  return choices?.includes(choice) ?? false;
}
