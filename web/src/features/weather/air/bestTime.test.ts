/** The best hours of what is left of the day. */
import { expect, test } from 'vitest';
import { buildHours, european } from '../../../testing/air.ts';
import { bestTime } from './bestTime.ts';

const from = new Date('2026-05-12T08:00:00Z');
const [good, fair, poor] = [european(10, 'good'), european(30, 'fair'), european(70, 'poor')];
const best = (...indices: Array<typeof good | null>) =>
  bestTime(buildHours(from, indices), 'european');

test('is the longest run of the lowest level, and the first of equal ones', () => {
  expect(best(fair, poor, fair, fair, poor, fair, fair)).toEqual({
    level: 'fair',
    window: { from: '2026-05-12T10:00:00.000Z', until: '2026-05-12T12:00:00.000Z' },
  });
});

test('an hour that is not known ends a run', () => {
  expect(best(good, null, good, good, fair)?.window?.from).toBe('2026-05-12T10:00:00.000Z');
});

test('is no window when nothing changes, and nothing when too little is known', () => {
  expect(best(fair, fair)).toEqual({ level: 'fair', window: null });
  expect(best(fair, null)).toBeNull();
});
