/** Maps a series of values to tones: higher values to higher tones, the first value to the left, the last to the right. */
export interface ChartNote {
  /** From 0 for the lowest value to 1 for the highest. */
  height: number;
  /** From -1 (left) to 1 (right). */
  side: number;
}

/** Null where there is no value, which is silence, not a low tone. */
export function notesOf(values: ReadonlyArray<number | null>): Array<ChartNote | null> {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  const last = Math.max(values.length - 1, 1);
  return values.map((value, index) =>
    value === null
      ? null
      : {
          // When all values are equal they get the middle tone.
          height: range === 0 ? 0.5 : (value - low) / range,
          side: (index / last) * 2 - 1,
        },
  );
}
