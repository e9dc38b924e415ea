/** The rain of the next hour in ten-minute rows; of a model, the next hours in its steps. */
import type { RainReport } from './queries.ts';
import styles from './RainMap.module.css';
import { type RainContext, rateText, rateWord } from './rainText.ts';

export function RainTable({ report, context }: { report: RainReport; context: RainContext }) {
  const { t, format } = context.translation;
  return (
    <table className={styles.table}>
      <caption>
        {t(report.summary.state === 'no_radar' ? 'map.table.hours' : 'map.table.title')}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('map.table.time')}</th>
          <th scope="col">{t('map.table.rain')}</th>
          <th scope="col">{t('map.table.rate')}</th>
        </tr>
      </thead>
      <tbody>
        {report.next.map(({ time, mm_per_hour: rate }) => (
          <tr key={time}>
            <th scope="row">{format.time(time, report.timezone)}</th>
            <td>{rateWord(rate, context)}</td>
            <td>{rateText(rate, context)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
