/** The provider of the weather, its licence, what it does not provide, and when the weather was fetched. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import type { WeatherReport } from './report.ts';
import styles from './SourceLine.module.css';

interface SourceLineProps {
  report: WeatherReport;
  now: Date;
  alertCoverage: ReactNode;
}

export function SourceLine({ report, now, alertCoverage }: SourceLineProps) {
  const { t, format } = useTranslation();
  const { source, fetched_at: fetchedAt, fresh_until: freshUntil, place } = report;
  if (!source) return null;
  const clock = (at: string) => format.timeOrDay(at, place.timezone, now);
  const missing = source.lacks.map((name) => t(`weather.source.missing.${name}`));
  return (
    <p className={styles.line}>
      {source.simulated ? (
        t('weather.source.simulated')
      ) : (
        <Attribution text={source.attribution} url={source.url} />
      )}
      {missing.length > 0 && <span>{t('weather.source.lacks', { list: missing.join(', ') })}</span>}
      {fetchedAt && <span>{t('weather.source.made', { time: clock(fetchedAt) })}</span>}
      {Date.parse(freshUntil) > now.getTime() && (
        <span>{t('weather.source.next', { time: clock(freshUntil) })}</span>
      )}
      <span>{alertCoverage}</span>
    </p>
  );
}

/** In the words of the provider's licence, which are not translated. */
function Attribution({ text, url }: { text: string; url: string | null }) {
  return url ? <TextLink to={url}>{text}</TextLink> : text;
}
