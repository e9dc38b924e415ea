/** Neighbouring hours that are alike in what is asked of them. */
import type { Hour } from './report.ts';

export interface Spell {
  /** Index of its first hour. */
  from: number;
  hours: [first: Hour, ...rest: Hour[]];
}

export function spellsOf(hours: readonly Hour[], traitOf: (hour: Hour) => unknown): Spell[] {
  const spells: Spell[] = [];
  for (const [from, hour] of hours.entries()) {
    const last = spells.at(-1);
    if (last && traitOf(last.hours[0]) === traitOf(hour)) last.hours.push(hour);
    else spells.push({ from, hours: [hour] });
  }
  return spells;
}
