/** The dashboard's bar: the place and its time, the age of the data, and a way to ask anew. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { nameLimits, shortName } from '../../ui/shortName.ts';
import { TopBar } from '../../ui/TopBar.tsx';
import type { WeatherReport } from './report.ts';
import styles from './WeatherBar.module.css';

interface WeatherBarProps {
  placeName: string;
  report: WeatherReport | undefined;
  now: Date;
  isRefreshing: boolean;
  onRefresh: () => void;
}

export function WeatherBar({ placeName, report, now, isRefreshing, onRefresh }: WeatherBarProps) {
  const { t, format } = useTranslation();
  const time = report && format.time(now, report.place.timezone);
  return (
    <TopBar
      look="onSky"
      title={shortName(placeName, nameLimits.heading)}
      note={<span className={styles.time}>{time && t('weather.bar.localTime', { time })}</span>}
      aside={
        <>
          <span className={styles.age}>
            {report?.fetched_at && format.age(new Date(report.fetched_at), now)}
          </span>
          <IconButton
            icon="refresh"
            look="onSky"
            label={t('weather.bar.refresh')}
            disabled={isRefreshing}
            onClick={onRefresh}
          />
        </>
      }
    />
  );
}
