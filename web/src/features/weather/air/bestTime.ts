/** When the air is best today: the first longest run of hours with the lowest level. */
import { hourMs } from '../../../units/durations.ts';
import { type AirHour, type IndexKind, indexOf, type Level, rankOf } from './air.ts';

export interface BestTime {
  level: Level;
  /** Null when the level is the same in all hours. */
  window: { from: string; until: string } | null;
}

/** `hours`: those of today that are left. Null when fewer than two are known. */
export function bestTime(hours: AirHour[], kind: IndexKind): BestTime | null {
  const known = hours.flatMap((hour) => {
    const index = indexOf(hour, kind);
    return index ? [{ time: hour.time, level: index.level, rank: rankOf(kind, index.level) }] : [];
  });
  const [first] = known;
  if (!first || known.length < 2) return null;
  const lowest = Math.min(...known.map(({ rank }) => rank));
  if (known.every(({ rank }) => rank === lowest)) return { level: first.level, window: null };
  let best: typeof known = [];
  let run: typeof known = [];
  for (const hour of known) {
    const previous = run.at(-1);
    const continues = previous && Date.parse(hour.time) - Date.parse(previous.time) === hourMs;
    run = hour.rank !== lowest ? [] : continues ? [...run, hour] : [hour];
    if (run.length > best.length) best = run;
  }
  const [from, last] = [best[0], best.at(-1)];
  if (!from || !last) return null;
  const until = new Date(Date.parse(last.time) + hourMs).toISOString();
  return { level: from.level, window: { from: from.time, until } };
}
