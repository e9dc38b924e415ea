/** Maps values to tones inside the frequency band that the user has chosen. */
import type { AccessibilitySettings } from '../storage/accessibility.ts';

const bandCentresHertz = { low: 500, mid: 1_500, high: 4_000 };
/** The band spans one octave below and one above its centre. */
const octaves = 2;

type Band = Pick<AccessibilitySettings, 'frequencyAdjustment' | 'customFrequency'>;

export function bandCentre({ frequencyAdjustment, customFrequency }: Band): number {
  return frequencyAdjustment === 'custom' ? customFrequency : bandCentresHertz[frequencyAdjustment];
}

/** `height` from 0 (lowest tone of the band) to 1 (highest); equal steps are equal musical intervals. */
export function pitch(height: number, centre: number): number {
  return centre * 2 ** ((height - 0.5) * octaves);
}

/** The Q factor of a band-pass filter two octaves wide: centre frequency divided by bandwidth. */
export const bandQuality = 1 / (2 ** (octaves / 2) - 2 ** (-octaves / 2));
