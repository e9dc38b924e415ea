/** A chart's numbers as a table, scrolled in its own box when it is long. */
import type { Column } from './ChartFrame.tsx';
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
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
