/** The bar of the dashboard: place with switcher, local time, age of the data, share and refresh. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TopBar } from '../../ui/layout/TopBar.tsx';
import { nameLimits, shortName } from '../../units/shortName.ts';
import type { WeatherReport } from './report.ts';
import styles from './WeatherBar.module.css';

interface WeatherBarProps {
  placeName: string;
  report: WeatherReport | undefined;
  now: Date;
  isRefreshing: boolean;
  onRefresh: () => void;
  onShare: () => void;
  onSwitch: () => void;
  /** The user points at the switcher or focuses it, so its code can be fetched. */
  onSwitchIntent: () => void;
  /** Rendered before the other buttons. */
  action?: ReactNode;
}

export function WeatherBar({
  placeName,
  report,
  now,
  isRefreshing,
  onRefresh,
  onShare,
  onSwitch,
  onSwitchIntent,
  action,
}: WeatherBarProps) {
  const { t, format } = useTranslation();
  const time = report && format.time(now, report.place.timezone);
  return (
    <TopBar
      look="onSky"
      title={
        <button
          type="button"
          className={styles.place}
          data-shortcut="switch"
          aria-haspopup="dialog"
          onClick={onSwitch}
          onPointerEnter={onSwitchIntent}
          onFocus={onSwitchIntent}
        >
          <span className={styles.name}>{shortName(placeName, nameLimits.heading)}</span>
          <Icon name="chevronDown" size={1.125} />
        </button>
      }
      note={
        <span className={styles.note}>
          <span>{time && <LocalTime time={time} />}</span>
          <span>
            {report?.fetched_at &&
              t('weather.bar.updated', { age: format.age(new Date(report.fetched_at), now) })}
          </span>
        </span>
      }
      aside={
        <>
          {action}
          <IconButton icon="share" look="onSky" label={t('home.share.label')} onClick={onShare} />
          <IconButton
            icon="refresh"
            look="onSky"
            label={t('weather.bar.refresh')}
            data-shortcut="refresh"
            disabled={isRefreshing}
            onClick={onRefresh}
          />
        </>
      }
    />
  );
}

/** A phone has room for the time alone; its explanation is then only read out. */
function LocalTime({ time }: { time: string }) {
  const { t } = useTranslation();
  const [before, after] = t('weather.bar.localTime', { time: '|' }).split('|');
  return (
    <>
      <span className={styles.words}>{before}</span>
      {time}
      <span className={styles.words}>{after}</span>
    </>
  );
}
