/** The scales of both indices, and the order in which pollen is shown. */
import { expect, test } from 'vitest';
import { buildAir, pollenOf } from '../../../testing/air.ts';
import { pollenToday, scales } from './air.ts';

/** EEA, bands of 2024; EPA 454/B-24-002, table 1. */
test('every level begins where its agency says', () => {
  expect(scales.european.map(({ from }) => from)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(scales.us.map(({ from }) => from)).toEqual([0, 51, 101, 151, 201, 301]);
});

test('the advice never becomes weaker on a worse level', () => {
  const order = ['usual', 'watch', 'less', 'reduce', 'avoid'];
  for (const scale of Object.values(scales)) {
    const ranks = scale.map(({ advice }) => order.indexOf(advice));
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  }
});

test('pollen that the user reacts to stands first, then the highest', () => {
  const now = new Date('2026-05-12T08:00:00Z');
  const pollen = pollenOf(now, ['alder', 'low'], ['birch', 'high'], ['grass', 'moderate']);
  const order = (...mine: Array<'alder' | 'grass'>) =>
    pollenToday(buildAir(now, { pollen }), mine)?.map(({ species }) => species);
  expect(order()).toEqual(['birch', 'grass', 'alder']);
  expect(order('alder', 'grass')).toEqual(['grass', 'alder', 'birch']);
});
