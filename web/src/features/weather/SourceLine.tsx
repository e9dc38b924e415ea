/** Who says so and when: the source, its licence and, in plain sight, whether the weather is made up. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { AlertCoverage } from './alerts/AlertStrip.tsx';
import type { WeatherReport } from './report.ts';
import styles from './SourceLine.module.css';

export function SourceLine({ report }: { report: WeatherReport }) {
  const { t, format } = useTranslation();
  const { source, fetched_at: fetchedAt, fresh_until: freshUntil, place } = report;
  if (!source) return null;
  return (
    <p className={styles.line}>
      {source.simulated ? (
        t('weather.source.simulated')
      ) : (
        <Attribution text={source.attribution} url={source.url} />
      )}
      {fetchedAt && (
        <span>{t('weather.source.made', { time: format.time(fetchedAt, place.timezone) })}</span>
      )}
      <span>{t('weather.source.next', { time: format.time(freshUntil, place.timezone) })}</span>
      <span>
        <AlertCoverage alerts={report.alerts} timeZone={place.timezone} />
      </span>
    </p>
  );
}

/** As the source's licence words it; not ours to translate. */
function Attribution({ text, url }: { text: string; url: string | null }) {
  return url ? <TextLink to={url}>{text}</TextLink> : text;
}

/** Stands above everything else while no live source answers. */
export function SimulatedNotice({ report }: { report: WeatherReport }) {
  const { t } = useTranslation();
  if (!report.source?.simulated) return null;
  return (
    <p className={styles.simulated}>
      <Icon name="info" size={1.25} />
      <span>
        <strong>{t('weather.source.simulated')}</strong> {t('weather.source.simulatedNote')}
      </span>
    </p>
  );
}
