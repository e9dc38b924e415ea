/** The next day at a glance: a strip of hours that scrolls sideways. Wide screens show the full strip instead. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import { HourStrip } from '../forecast/hourly/HourStrip.tsx';
import type { WeatherReport } from '../report.ts';
import { useNextHours } from '../series/useNextHours.ts';
import styles from './overview.module.css';

const hoursShown = 24;

export function NextHours({ report, now }: { report: WeatherReport; now: Date }) {
  const { t } = useTranslation();
  const hours = useNextHours(report, now, hoursShown);
  return (
    <Card title={t('weather.hours.next')} className={styles.hours}>
      {hours.length === 0 ? (
        <p>{t('weather.hours.unavailable')}</p>
      ) : (
        <section
          className={styles.scroller}
          aria-label={t('weather.hours.next')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, so that the keyboard can scroll it
          tabIndex={0}
        >
          <HourStrip hours={hours} timeZone={report.place.timezone} isCompact />
        </section>
      )}
    </Card>
  );
}

export function NextHoursSkeleton() {
  const { t } = useTranslation();
  return (
    <Card title={t('weather.hours.next')} className={styles.hours}>
      <div className={styles.hoursSkeleton} aria-hidden="true">
        <Skeleton height="100%" />
      </div>
    </Card>
  );
}
