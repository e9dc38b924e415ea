/** Fifteen days, with a band that widens as the forecast becomes less certain. */
import { useTranslation } from '../../../../i18n/I18n.tsx';
import { dataOf, type WeatherReport } from '../../report.ts';
import { DayRows } from './DayRows.tsx';
import styles from './OutlookView.module.css';

export function OutlookView({ report }: { report: WeatherReport }) {
  const { t } = useTranslation();
  const days = dataOf(report.daily)?.days ?? [];
  if (days.length === 0) return <p>{t('weather.days.unavailable')}</p>;
  return (
    <section className={styles.outlook} aria-labelledby="outlook-title">
      <div className={styles.head}>
        <h3 id="outlook-title" className={styles.title}>
          {t('weather.days.title')}
        </h3>
        <p className={styles.key}>
          <span className={styles.range} aria-hidden="true" />
          {t('weather.days.range')}
          <span className={styles.band} aria-hidden="true" />
          {t('weather.days.typicalError')}
        </p>
      </div>
      <DayRows report={report} days={days} firstName={t('weather.days.today')} hasUncertainty />
      <p className={styles.note}>{t('weather.days.typicalErrorNote')}</p>
    </section>
  );
}
