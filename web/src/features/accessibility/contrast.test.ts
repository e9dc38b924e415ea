/** Contrast by pairs whose ratio is well known. */
import { expect, test } from 'vitest';
import { contrastRatio } from './contrast.ts';

test.each([
  ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 21],
  ['rgb(255, 255, 255)', 'rgb(255, 255, 255)', 1],
  // The darkest grey that WCAG's own examples call too pale, and the first that passes.
  ['rgb(119, 119, 119)', 'rgb(255, 255, 255)', 4.48],
  ['rgb(118, 118, 118)', 'rgb(255, 255, 255)', 4.54],
])('%s on %s is %d', (text, ground, ratio) => {
  expect(contrastRatio(text, ground)).toBeCloseTo(ratio, 2);
});

test('what is no plain colour has no ratio', () => {
  expect(contrastRatio('transparent', 'rgb(0, 0, 0)')).toBeNull();
});
