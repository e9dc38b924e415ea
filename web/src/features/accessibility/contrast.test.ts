/** Contrast ratios of well-known pairs of colours. */
import { expect, test } from 'vitest';
import { contrastRatio } from './contrast.ts';

test.each([
  ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 21],
  ['rgb(255, 255, 255)', 'rgb(255, 255, 255)', 1],
  // The darkest grey that fails level AA on white, and the lightest that passes.
  ['rgb(119, 119, 119)', 'rgb(255, 255, 255)', 4.48],
  ['rgb(118, 118, 118)', 'rgb(255, 255, 255)', 4.54],
])('%s on %s is %d', (text, ground, ratio) => {
  expect(contrastRatio(text, ground)).toBeCloseTo(ratio, 2);
});

test('a colour that is not plain rgb has no ratio', () => {
  expect(contrastRatio('transparent', 'rgb(0, 0, 0)')).toBeNull();
});
