/** Morning, day, evening and night of today, where the provider has them. */
import { useTranslation } from '../../../../i18n/I18n.tsx';
import { dataOf, type WeatherReport } from '../../report.ts';
import { Periods } from '../daily/DayParts.tsx';
import styles from './Today.module.css';

export function Today({ report }: { report: WeatherReport }) {
  const { t } = useTranslation();
  const today = dataOf(report.daily)?.days[0];
  if (!today || !dataOf(today.periods)) return null;
  return (
    <section className={styles.today} aria-labelledby="today-title">
      <h3 id="today-title" className={styles.title}>
        {t('weather.days.today')}
      </h3>
      <Periods day={today} />
    </section>
  );
}
