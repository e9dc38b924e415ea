/** The provider of the weather, its licence, and when it was fetched. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import type { WeatherReport } from './report.ts';
import styles from './SourceLine.module.css';

interface SourceLineProps {
  report: WeatherReport;
  alertCoverage: ReactNode;
}

export function SourceLine({ report, alertCoverage }: SourceLineProps) {
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
      <span>{alertCoverage}</span>
    </p>
  );
}

/** In the words of the provider's licence, which are not translated. */
function Attribution({ text, url }: { text: string; url: string | null }) {
  return url ? <TextLink to={url}>{text}</TextLink> : text;
}
