/** What is coming, in three views: hour by hour, day by day, and fifteen days ahead. */
import { Activity, lazy, memo, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import type { WeatherReport } from '../report.ts';
import styles from './Forecast.module.css';
import { HourlyView } from './HourlyView.tsx';

/** A switch shows a view; it need not be drawn anew. */
const Hourly = memo(HourlyView);
/** Fetched with their first preparation, which waits until the page has come to rest. */
const Daily = lazy(async () => ({ default: memo((await import('./DailyView.tsx')).DailyView) }));
const Outlook = lazy(async () => ({
  default: memo((await import('./OutlookView.tsx')).OutlookView),
}));

const views = ['hourly', 'daily', 'outlook'] as const;
type View = (typeof views)[number];

export function Forecast({ report, now }: { report: WeatherReport; now: Date }) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('hourly');
  const [seen, setSeen] = useState<readonly View[]>(['hourly']);

  function handleSelect(next: View) {
    setView(next);
    if (!seen.includes(next)) setSeen([...seen, next]);
  }

  /** Made ready in idle time, then kept laid out: a switch only uncovers it. */
  const kept = (id: View, content: ReactNode) => (
    <Activity mode={seen.includes(id) ? 'visible' : 'hidden'}>
      <div className={styles.view} aria-hidden={view !== id} inert={view !== id}>
        <Suspense>{content}</Suspense>
      </div>
    </Activity>
  );
  return (
    <Card className={styles.forecast}>
      <h2 className="visually-hidden">{t('weather.forecast.title')}</h2>
      <Tabs
        label={t('weather.forecast.title')}
        tabs={views.map((id) => ({ id, label: t(`weather.forecast.${id}`) }))}
        selected={view}
        onSelect={handleSelect}
      >
        {kept('hourly', <Hourly report={report} now={now} />)}
        {kept('daily', <Daily report={report} />)}
        {kept('outlook', <Outlook report={report} />)}
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
