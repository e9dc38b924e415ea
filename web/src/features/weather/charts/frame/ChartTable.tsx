/** A chart's numbers as a table that scrolls in its own box. */
import type { Column } from '../types.ts';
import styles from './ChartTable.module.css';

interface ChartTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
}

export function ChartTable<Row>({ caption, columns, rows }: ChartTableProps<Row>) {
  const lines = rows.map((row) => columns.map((column) => column.cell(row)));
  return (
    <section
      className={styles.box}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, so that the keyboard can scroll it
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(([first, ...others]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {others.map((cell, index) => (
                <td key={columns[index + 1]?.title}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
