/** The shapes in which a chart's rows reach its table and its sound. */
export interface Column<Row> {
  title: string;
  cell: (row: Row) => string;
}

/** One line of the chart as a series of numbers, to be played as tones. */
export interface Series<Row> {
  label: string;
  value: (row: Row) => number | null;
}
