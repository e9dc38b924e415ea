/** Which tones a person hears: the band of their choice, and where in it a value lies. */
import type { AccessibilitySettings } from '../storage/accessibility.ts';

const bandCentresHertz = { low: 500, mid: 1_500, high: 4_000 };
/** The band reaches an octave down and an octave up. */
const octaves = 2;

type Band = Pick<AccessibilitySettings, 'frequencyAdjustment' | 'customFrequency'>;

export function bandCentre({ frequencyAdjustment, customFrequency }: Band): number {
  return frequencyAdjustment === 'custom' ? customFrequency : bandCentresHertz[frequencyAdjustment];
}

/** `height` from 0, the lowest of the band, to 1, its highest; equal steps sound equally wide. */
export function pitch(height: number, centre: number): number {
  return centre * 2 ** ((height - 0.5) * octaves);
}

/** A band-pass filter's quality for a band of two octaves: centre by width. */
export const bandQuality = 1 / (2 ** (octaves / 2) - 2 ** (-octaves / 2));
