/** What is coming, in three views: hour by hour, day by day, and fifteen days ahead. */
import { Activity, useState } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import type { WeatherReport } from '../report.ts';
import { DailyView } from './DailyView.tsx';
import styles from './Forecast.module.css';
import { HourlyView } from './HourlyView.tsx';
import { OutlookView } from './OutlookView.tsx';

const views = ['hourly', 'daily', 'outlook'] as const;
type View = (typeof views)[number];

export function Forecast({ report, now }: { report: WeatherReport; now: Date }) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('hourly');
  return (
    <Card className={styles.forecast}>
      <h2 className="visually-hidden">{t('weather.forecast.title')}</h2>
      <Tabs
        label={t('weather.forecast.title')}
        tabs={views.map((id) => ({ id, label: t(`weather.forecast.${id}`) }))}
        selected={view}
        onSelect={setView}
      >
        {/* The others are made ready in idle time, so that a switch only shows them. */}
        <Activity mode={view === 'hourly' ? 'visible' : 'hidden'}>
          <HourlyView report={report} now={now} />
        </Activity>
        <Activity mode={view === 'daily' ? 'visible' : 'hidden'}>
          <DailyView report={report} />
        </Activity>
        <Activity mode={view === 'outlook' ? 'visible' : 'hidden'}>
          <OutlookView report={report} />
        </Activity>
      </Tabs>
    </Card>
  );
}

export function ForecastSkeleton() {
  return (
    <Card className={styles.forecast}>
      <div className={styles.waiting} aria-hidden="true">
        <Skeleton height="3.25rem" />
        <Skeleton height="26rem" />
      </div>
    </Card>
  );
}
