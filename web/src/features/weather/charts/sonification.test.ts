/** Values as tones: the range of the chart is the range of the band. */
import { expect, test } from 'vitest';
import { notesOf } from './sonification.ts';

test('the lowest is lowest, the highest highest, and time runs from left to right', () => {
  expect(notesOf([-4, 6, 1])).toEqual([
    { height: 0, side: -1 },
    { height: 1, side: 0 },
    { height: 0.5, side: 1 },
  ]);
});

test('what is not known is silent', () => {
  expect(notesOf([null, 3, 5])[0]).toBeNull();
  expect(notesOf([null, null])).toEqual([null, null]);
});

test('equal values lie in the middle', () => {
  expect(notesOf([0, 0]).map((note) => note?.height)).toEqual([0.5, 0.5]);
});
