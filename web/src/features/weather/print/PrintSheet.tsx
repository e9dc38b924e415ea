/** What is printed below the current weather, instead of the cards: 48 hours and fifteen days as tables. */
import { useIsPrinting } from '../../../ui/useIsPrinting.ts';
import { useFormatContext } from '../../../units/formatContext.ts';
import { dayColumns } from '../charts/days/dayChartText.ts';
import { hourColumns } from '../charts/hours/hourChartText.ts';
import type { Column } from '../charts/types.ts';
import { dataOf, type WeatherReport } from '../report.ts';
import { useNextHours } from '../series/useNextHours.ts';
import styles from './PrintSheet.module.css';

const hoursPrinted = 48;

interface PrintSheetProps {
  report: WeatherReport;
  now: Date;
}

/** Mounted ahead, because the browser captures the page right after it announces the print. */
export function PrintSheet(props: PrintSheetProps) {
  return useIsPrinting() && <Sheet {...props} />;
}

function Sheet({ report, now }: PrintSheetProps) {
  const context = useFormatContext(report.place.timezone);
  const { t } = context.translation;
  const hours = useNextHours(report, now, hoursPrinted);
  const days = dataOf(report.daily)?.days ?? [];
  return (
    <div className={styles.sheet} data-print-sheet>
      <PrintedTable
        title={t('weather.hours.title')}
        columns={hourColumns(hours, context)}
        rows={hours}
      />
      <PrintedTable title={t('weather.days.title')} columns={dayColumns(context)} rows={days} />
    </div>
  );
}

interface PrintedTableProps<Row> {
  title: string;
  columns: Column<Row>[];
  rows: Row[];
}

function PrintedTable<Row>({ title, columns, rows }: PrintedTableProps<Row>) {
  return (
    <table className={styles.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col">
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          .map((row) => columns.map((column) => column.cell(row)))
          .map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, index) => (
                <td key={columns[index]?.title}>{cell}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
