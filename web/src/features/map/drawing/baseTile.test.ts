/** The bytes of land and borders. */
import { expect, test } from 'vitest';
import { isCut, readBaseTile } from './baseTile.ts';

test('rings and borders are read as they were written', () => {
  // One ring of three points: (-32, 0), (100, 4128), (100, -1); one border of two points: (5, 5), (6, 4).
  const bytes = Uint8Array.from([
    1, 3, 63, 0, 0x88, 0x02, 0xc0, 0x40, 0, 0xc1, 0x40, 1, 2, 10, 10, 2, 1,
  ]);
  const { rings, borders } = readBaseTile(bytes);
  expect(rings.map((ring) => [...ring])).toEqual([[-32, 0, 100, 4128, 100, -1]]);
  expect(borders.map((line) => [...line])).toEqual([[5, 5, 6, 4]]);
});

test('the edge of the cut is no coast', () => {
  expect(isCut(-32, 0, -32, 4128)).toBe(true);
  expect(isCut(10, 4128, 900, 4128)).toBe(true);
  expect(isCut(10, 4000, 900, 4000)).toBe(false);
  expect(isCut(-32, 0, 100, 4128)).toBe(false);
});
