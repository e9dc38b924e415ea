/** Fifteen days, with a band that widens as the forecast becomes less certain. */
import { useTranslation } from '../../../../i18n/I18n.tsx';
import { TextLink } from '../../../../ui/actions/TextLink.tsx';
import { hourMs } from '../../../../units/durations.ts';
import { dataOf, type WeatherReport } from '../../report.ts';
import { DayRows } from './DayRows.tsx';
import styles from './OutlookView.module.css';

/** The next model run is six hours later: an older ensemble was not refreshed. */
const oldFromMs = 12 * hourMs;

export function OutlookView({ report }: { report: WeatherReport }) {
  const { t } = useTranslation();
  const confidence = dataOf(report.confidence);
  const days = dataOf(report.daily)?.days ?? [];
  const hasNormals = days.some((day) => day.normal);
  if (days.length === 0) return <p>{t('weather.days.unavailable')}</p>;
  return (
    <section className={styles.outlook} aria-labelledby="outlook-title">
      <div className={styles.head}>
        <h3 id="outlook-title" className={styles.title}>
          {t('weather.days.title')}
        </h3>
        <p className={styles.key}>
          <KeyItem sign={styles.range}>{t('weather.days.range')}</KeyItem>
          {confidence && <KeyItem sign={styles.band}>{t('weather.confidence.band')}</KeyItem>}
          {hasNormals && <KeyItem sign={styles.usual}>{t('weather.days.usual')}</KeyItem>}
        </p>
      </div>
      <DayRows report={report} days={days} firstName={t('weather.days.today')} isFull />
      <ConfidenceNote report={report} />
      {report.source?.simulated === false && hasNormals && (
        <p className={styles.note}>{t('weather.days.normalNote')}</p>
      )}
    </section>
  );
}

function KeyItem({ sign, children }: { sign: string | undefined; children: string }) {
  return (
    <span className={styles.keyItem}>
      <span className={sign} aria-hidden="true" />
      {children}
    </span>
  );
}

/** What the band means and how old it is, or that there is none. */
function ConfidenceNote({ report }: { report: WeatherReport }) {
  const { t, format } = useTranslation();
  const { source, place, fetched_at: fetchedAt } = report;
  const confidence = dataOf(report.confidence);
  if (!confidence) return <p className={styles.note}>{t('weather.confidence.unavailable')}</p>;
  const { fetched_at: madeAt, attribution, url } = confidence;
  const isOld = fetchedAt !== null && Date.parse(fetchedAt) - Date.parse(madeAt) >= oldFromMs;
  return (
    <p className={styles.note}>
      {t('weather.confidence.note')}{' '}
      {isOld &&
        t('weather.confidence.old', {
          time: format.timeOrDay(madeAt, place.timezone, new Date(fetchedAt)),
        })}{' '}
      {attribution !== source?.attribution && url && <TextLink to={url}>{attribution}</TextLink>}
    </p>
  );
}
