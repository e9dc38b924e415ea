/** The largest value and the sum over rows in which values may be missing. */

/** The row with the largest value, or null when no row has one. */
export function maxBy<Row>(rows: Row[], value: (row: Row) => number | null): [Row, number] | null {
  let best: [Row, number] | null = null;
  for (const row of rows) {
    const found = value(row);
    if (found !== null && (best === null || found > best[1])) best = [row, found];
  }
  return best;
}

/** Turns `maxBy` into a search for the smallest value. */
export const negated = (value: number | null) => (value === null ? null : -value);

/** Null when no value is known. */
export function sumOf(values: Array<number | null>): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
