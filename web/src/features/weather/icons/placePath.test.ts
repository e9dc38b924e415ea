/** Moved and scaled path data: positions move, lengths only scale, an arc keeps its angle and flags. */
import { expect, test } from 'vitest';
import { placePath } from './placePath.ts';

test.each([
  ['absolute points move and grow', 'M1 2L3 4', 'M12 24L16 28'],
  ['relative steps only grow', 'M0 0l3-4', 'M10 20l6 -8'],
  ['level and upright lines have one number', 'M0 0H5V6h1v-2z', 'M10 20H20V32h2v-4z'],
  ['an arc keeps angle and flags', 'M0 0a5 6 7 0 1 2 3', 'M10 20a10 12 7 0 1 4 6'],
  ['an arc to a point', 'M0 0A5 6 7 1 0 2 3', 'M10 20A10 12 7 1 0 14 26'],
  ['curves', 'M0 0C1 2 3 4 5 6s-1-2-3-4', 'M10 20C12 24 16 28 20 32s-2 -4 -6 -8'],
  ['numbers without a space between them', 'M.5-1.5-2 1', 'M11 17 6 22'],
])('%s', (_, data, expected) => {
  expect(placePath(data, { x: 10, y: 20, scale: 2 })).toBe(expected);
});

test('it keeps its size where none is asked for', () => {
  expect(placePath('M1 2h3', { x: 1, y: 1 })).toBe('M2 3h3');
});
