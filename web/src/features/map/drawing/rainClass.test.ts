/** What the bytes of a tile mean. */
import { expect, test } from 'vitest';
import { levelOf, levelOfByte, levels, rateOf } from './rainClass.ts';

test('every factor of ten is twenty classes', () => {
  expect([2, 22, 42, 62].map(rateOf)).toEqual(
    [0.1, 1, 10, 100].map((rate) => expect.closeTo(rate)),
  );
  expect([rateOf(0), rateOf(1), rateOf(0x80 | 22)]).toEqual([null, 0, expect.closeTo(1)]);
});

test('no radar, dry and the levels of rain are different classes', () => {
  expect([0, 1, 2, 22, 32, 42, 62].map((value) => levelOfByte[value])).toEqual([
    -2, -1, 0, 1, 2, 3, 4,
  ]);
  expect(levels.map(({ from }) => levelOf(from))).toEqual([0, 1, 2, 3, 4]);
  expect(levelOf(0.09)).toBe(-1);
});
