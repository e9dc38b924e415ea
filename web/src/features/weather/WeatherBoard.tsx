/** All that is shown of one place's weather. The sky and its bar stay in place while the weather comes, goes or fails. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { SafeSection } from '../../ui/SafeSection.tsx';
import { DayList, DayListSkeleton } from './DayList.tsx';
import { Details } from './Details.tsx';
import { HourStrip, HourStripSkeleton } from './HourStrip.tsx';
import { Insights } from './Insights.tsx';
import { Now, NowSkeleton } from './Now.tsx';
import { dataOf, type WeatherReport } from './report.ts';
import { Sky } from './Sky.tsx';
import { SimulatedNotice, SourceLine } from './SourceLine.tsx';
import styles from './WeatherBoard.module.css';
import { WeatherProblem } from './WeatherProblem.tsx';

interface WeatherBoardProps {
  report: WeatherReport | undefined;
  error: Error | null;
  now: Date;
  bar: ReactNode;
  onRetry: () => void;
}

export function WeatherBoard({ report, error, now, bar, onRetry }: WeatherBoardProps) {
  const current = report && dataOf(report.current);
  return (
    <>
      <Sky condition={current?.current_weather_condition ?? null} isDay={current?.is_day ?? true}>
        {bar}
        {report ? (
          <SafeSection>
            <Now report={report} />
          </SafeSection>
        ) : (
          !error && <NowSkeleton />
        )}
      </Sky>
      <div className={styles.board}>
        {report ? (
          <Sections report={report} now={now} />
        ) : error ? (
          <WeatherProblem error={error} onRetry={onRetry} />
        ) : (
          <SectionsSkeleton />
        )}
      </div>
    </>
  );
}

function Sections({ report, now }: { report: WeatherReport; now: Date }) {
  return (
    <>
      <SimulatedNotice report={report} />
      <SafeSection>
        <HourStrip report={report} now={now} />
      </SafeSection>
      <div className={styles.columns}>
        <SafeSection>
          <DayList report={report} />
        </SafeSection>
        <div className={styles.side}>
          <SafeSection>
            <Insights report={report} />
          </SafeSection>
          <SafeSection>
            <Details report={report} />
          </SafeSection>
        </div>
      </div>
      <SourceLine report={report} />
    </>
  );
}

function SectionsSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className="visually-hidden">
        {t('weather.state.loading')}
      </p>
      <HourStripSkeleton title={t('weather.hours.title')} />
      <div className={styles.columns}>
        <DayListSkeleton title={t('weather.days.title')} />
      </div>
    </>
  );
}
