/** Tomorrow and the days after it at a glance; all fifteen are in the forecast. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import { DayRows } from '../forecast/daily/DayRows.tsx';
import { dataOf, type WeatherReport } from '../report.ts';
import { ViewToggle } from '../series/ViewToggle.tsx';
import styles from './overview.module.css';

const daysShown = 6;

interface NextDaysProps {
  report: WeatherReport;
  /** Shows all days. */
  onShowAll: () => void;
}

export function NextDays({ report, onShowAll }: NextDaysProps) {
  const { t } = useTranslation();
  const days = dataOf(report.daily)?.days.slice(1, 1 + daysShown) ?? [];
  return (
    <Card
      title={t('weather.days.next')}
      className={styles.days}
      aside={
        <ViewToggle icon="list" className={styles.toggle} onClick={onShowAll}>
          {t('weather.days.all')}
        </ViewToggle>
      }
    >
      {days.length === 0 ? (
        <p>{t('weather.days.unavailable')}</p>
      ) : (
        <DayRows report={report} days={days} firstName={t('weather.days.tomorrow')} />
      )}
    </Card>
  );
}

export function NextDaysSkeleton() {
  const { t } = useTranslation();
  return (
    <Card
      title={t('weather.days.next')}
      className={styles.days}
      aside={<span className={styles.togglePlaceholder} />}
    >
      <div className={styles.daysSkeleton} aria-hidden="true">
        <Skeleton height="100%" />
      </div>
    </Card>
  );
}
