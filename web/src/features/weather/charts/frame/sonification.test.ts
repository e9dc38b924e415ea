/** Mapping values to tones. */
import { expect, test } from 'vitest';
import { notesOf } from './sonification.ts';

test('the lowest value is the lowest tone, the highest the highest, and time runs left to right', () => {
  expect(notesOf([-4, 6, 1])).toEqual([
    { height: 0, side: -1 },
    { height: 1, side: 0 },
    { height: 0.5, side: 1 },
  ]);
});

test('an unknown value is silent', () => {
  expect(notesOf([null, 3, 5])[0]).toBeNull();
  expect(notesOf([null, null])).toEqual([null, null]);
});

test('equal values get the middle tone', () => {
  expect(notesOf([0, 0]).map((note) => note?.height)).toEqual([0.5, 0.5]);
});
