/** Grouping hours into runs. */
import { expect, test } from 'vitest';
import type { Hour } from '../report.ts';
import { groupRuns } from './groupRuns.ts';

const isDay = ({ isDay }: Hour) => isDay;
const hoursOf = (days: boolean[]) => days.map((isDay) => ({ isDay }) as Hour);

test('neighbours with the same trait form one run, and the same trait later another', () => {
  const runs = groupRuns(hoursOf([false, false, true, true, true, false]), isDay);
  expect(runs.map(({ from, hours }) => [from, hours.length])).toEqual([
    [0, 2],
    [2, 3],
    [5, 1],
  ]);
});

test('no hours form no run', () => {
  expect(groupRuns([], isDay)).toEqual([]);
});
