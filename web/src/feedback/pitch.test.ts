/** Tones inside the chosen band: an octave down, an octave up, equal intervals for equal steps. */
import { expect, test } from 'vitest';
import { bandCentre, bandQuality, pitch } from './pitch.ts';

// [R3.14]
test.each([
  ['low', 500],
  ['mid', 1500],
  ['high', 4000],
  ['custom', 440],
] as const)('%s lies around %d Hz', (frequencyAdjustment, hertz) => {
  expect(bandCentre({ frequencyAdjustment, customFrequency: 440 })).toBe(hertz);
});

test('a band centred on A4 goes from A3 to A5', () => {
  expect([0, 0.5, 1].map((height) => pitch(height, 440))).toEqual([220, 440, 880]);
});

test('a quarter of the way is half an octave: six semitones', () => {
  // D♯4 in equal temperament.
  expect(pitch(0.25, 440)).toBeCloseTo(311.13, 2);
});

test('the filter is two octaves wide', () => {
  expect(bandQuality).toBeCloseTo(1000 / (2000 - 500), 5);
});
