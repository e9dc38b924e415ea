/** All that is shown of one place's weather, below its bar. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { DayList, DayListSkeleton } from './DayList.tsx';
import { Details } from './Details.tsx';
import { HourStrip, HourStripSkeleton } from './HourStrip.tsx';
import { Insights } from './Insights.tsx';
import { Now, NowSkeleton } from './Now.tsx';
import { dataOf, type WeatherReport } from './report.ts';
import { Sky } from './Sky.tsx';
import { SimulatedNotice, SourceLine } from './SourceLine.tsx';
import styles from './WeatherBoard.module.css';

interface WeatherBoardProps {
  report: WeatherReport;
  now: Date;
  bar: ReactNode;
}

export function WeatherBoard({ report, now, bar }: WeatherBoardProps) {
  const current = dataOf(report.current);
  return (
    <>
      <Sky condition={current?.current_weather_condition ?? null} isDay={current?.is_day ?? true}>
        {bar}
        <Now report={report} />
      </Sky>
      <div className={styles.board}>
        <SimulatedNotice report={report} />
        <HourStrip report={report} now={now} />
        <div className={styles.columns}>
          <DayList report={report} />
          <div className={styles.side}>
            <Insights report={report} />
            <Details report={report} />
          </div>
        </div>
        <SourceLine report={report} />
      </div>
    </>
  );
}

export function WeatherBoardSkeleton({ bar }: { bar: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <Sky condition={null} isDay>
        {bar}
        <NowSkeleton />
      </Sky>
      <div className={styles.board}>
        <p role="status" className="visually-hidden">
          {t('weather.state.loading')}
        </p>
        <HourStripSkeleton title={t('weather.hours.title')} />
        <div className={styles.columns}>
          <DayListSkeleton title={t('weather.days.title')} />
        </div>
      </div>
    </>
  );
}
