import { expect, test } from 'vitest';
import type { Hour } from './report.ts';
import { spellsOf } from './spells.ts';

const isDay = ({ isDay }: Hour) => isDay;
const hoursOf = (days: boolean[]) => days.map((isDay) => ({ isDay }) as Hour);

test('neighbours that are alike make one spell, and the same again later another', () => {
  const spells = spellsOf(hoursOf([false, false, true, true, true, false]), isDay);
  expect(spells.map(({ from, hours }) => [from, hours.length])).toEqual([
    [0, 2],
    [2, 3],
    [5, 1],
  ]);
});

test('no hours make no spell', () => {
  expect(spellsOf([], isDay)).toEqual([]);
});
