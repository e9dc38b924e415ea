/** Groups neighbouring hours that share a trait into runs. */
import type { Hour } from '../report.ts';

export interface Run {
  /** Index of its first hour. */
  from: number;
  hours: [first: Hour, ...rest: Hour[]];
}

export function groupRuns(hours: readonly Hour[], traitOf: (hour: Hour) => unknown): Run[] {
  const runs: Run[] = [];
  for (const [from, hour] of hours.entries()) {
    const last = runs.at(-1);
    if (last && traitOf(last.hours[0]) === traitOf(hour)) last.hours.push(hour);
    else runs.push({ from, hours: [hour] });
  }
  return runs;
}
