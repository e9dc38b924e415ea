/** The forecast in three views: hour by hour, day by day, and fifteen days ahead. */
import { lazy, memo, type ReactNode, Suspense } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import type { WeatherReport } from '../report.ts';
import styles from './Forecast.module.css';
import { HourlyView } from './hourly/HourlyView.tsx';
import { PreparedView } from './PreparedView.tsx';
import { useViewSwitching } from './useViewSwitching.ts';

/** Memoized, so that switching views renders none of them again. */
const Hourly = memo(HourlyView);
const loadDaily = () => import('./daily/DailyView.tsx');
const loadOutlook = () => import('./daily/OutlookView.tsx');
const loadToday = () => import('./hourly/Today.tsx');
const lazyViews = [loadDaily, loadOutlook, loadToday];
const Daily = lazy(async () => ({ default: memo((await loadDaily()).DailyView) }));
const TodayParts = lazy(async () => ({ default: memo((await loadToday()).Today) }));
const Outlook = lazy(async () => ({ default: memo((await loadOutlook()).OutlookView) }));

const views = ['hourly', 'daily', 'outlook'] as const;
type View = (typeof views)[number];

export function Forecast({ report, now }: { report: WeatherReport; now: Date }) {
  const { t } = useTranslation();
  const { ref, selected, select, mounted } = useViewSwitching(views, lazyViews);
  const contents: Record<View, ReactNode> = {
    hourly: (
      <>
        <Hourly report={report} now={now} />
        <Suspense>
          <TodayParts report={report} now={now} />
        </Suspense>
      </>
    ),
    daily: <Daily report={report} />,
    outlook: <Outlook report={report} />,
  };
  return (
    <Card className={styles.forecast}>
      <h2 className="visually-hidden">{t('weather.forecast.title')}</h2>
      <div ref={ref}>
        <Tabs
          label={t('weather.forecast.title')}
          tabs={views.map((id) => ({ id, label: t(`weather.forecast.${id}`) }))}
          selected={selected}
          onSelect={select}
        >
          <div className={styles.views}>
            {views.map(
              (view) =>
                mounted.includes(view) && (
                  <PreparedView key={view} isShown={view === selected}>
                    {contents[view]}
                  </PreparedView>
                ),
            )}
          </div>
        </Tabs>
      </div>
    </Card>
  );
}
