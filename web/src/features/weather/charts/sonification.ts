/** A row of values as tones: the lowest value is the lowest tone, the first stands left, the last right. */
export interface ChartNote {
  /** From 0, the lowest value, to 1, the highest. */
  height: number;
  /** From -1, left, to 1, right. */
  side: number;
}

/** Null where there is no value: silence, not a low tone. */
export function notesOf(values: ReadonlyArray<number | null>): Array<ChartNote | null> {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  const last = Math.max(values.length - 1, 1);
  return values.map((value, index) =>
    value === null
      ? null
      : {
          // Equal values lie in the middle.
          height: range === 0 ? 0.5 : (value - low) / range,
          side: (index / last) * 2 - 1,
        },
  );
}
