/** All that is shown of one place's weather. The sky and its bar stay in place while the weather comes, goes or fails. */
import { memo, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useProgressiveMount } from '../../scheduling/useProgressiveMount.ts';
import { SafeSection } from '../../ui/status/SafeSection.tsx';
import { AlertStrip } from './alerts/AlertStrip.tsx';
import { Details } from './details/Details.tsx';
import { HourDial, HourDialSkeleton } from './dial/HourDial.tsx';
import { Forecast, ForecastSkeleton } from './forecast/Forecast.tsx';
import { Insights } from './Insights.tsx';
import { Now, NowSkeleton } from './now/Now.tsx';
import type { WeatherReport } from './report.ts';
import { SimulatedNotice, SourceLine } from './SourceLine.tsx';
import { Sky } from './sky/Sky.tsx';
import { skyOf } from './sky/sky.ts';
import { loadStateOf } from './states/loadState.ts';
import { OldNotice } from './states/OldNotice.tsx';
import { Waiting } from './states/Waiting.tsx';
import { WeatherProblem } from './states/WeatherProblem.tsx';
import type { WeatherLoad } from './useWeather.ts';
import styles from './WeatherBoard.module.css';

/** Much else on the page changes while the weather stays. */
const Dial = memo(HourDial);
const Hints = memo(Insights);
const Coming = memo(Forecast);
const Readings = memo(Details);

interface WeatherBoardProps {
  weather: WeatherLoad;
  now: Date;
  bar: ReactNode;
  /** What the page has to say before everything else. */
  notice?: ReactNode;
  /** The person's other places. */
  places?: ReactNode;
}

export function WeatherBoard({ weather, now, bar, notice, places }: WeatherBoardProps) {
  const { report, error, isFetching, retry } = weather;
  const state = loadStateOf(weather);
  const isWaiting = state === 'loading' || state === 'retrying';
  const look = skyOf(report, now);
  return (
    <>
      <Sky look={look}>
        {bar}
        {report ? (
          <SafeSection>
            <Now report={report} look={look} />
          </SafeSection>
        ) : (
          isWaiting && <NowSkeleton />
        )}
      </Sky>
      <div className={styles.board}>
        {notice}
        {report && error && (
          <OldNotice
            error={error}
            fetchedAt={report.fetched_at}
            now={now}
            isRetrying={isFetching}
            onRetry={retry}
          />
        )}
        {report ? (
          <Sections report={report} now={now} places={places} />
        ) : isWaiting ? (
          <SectionsSkeleton />
        ) : (
          <WeatherProblem state={state} error={error} onRetry={retry} />
        )}
      </div>
      {!report && isWaiting && <Waiting state={state} onRetry={retry} />}
    </>
  );
}

interface SectionsProps {
  report: WeatherReport;
  now: Date;
  places: ReactNode;
}

const sectionCount = 5;

function Sections({ report, now, places }: SectionsProps) {
  // From the top down, so that nothing moves that is already there.
  const shown = useProgressiveMount(sectionCount);
  return (
    <>
      <SimulatedNotice report={report} />
      <AlertStrip alerts={report.alerts} timeZone={report.place.timezone} />
      <div className={styles.columns}>
        <div className={styles.side}>
          <SafeSection>{shown > 0 && <Dial report={report} now={now} />}</SafeSection>
          <SafeSection>{shown > 1 && <Hints report={report} />}</SafeSection>
        </div>
        <div className={styles.side}>
          <SafeSection>{shown > 2 && <Coming report={report} now={now} />}</SafeSection>
        </div>
      </div>
      <SafeSection>{shown > 3 && <Readings report={report} now={now} />}</SafeSection>
      {shown > 4 && (
        <>
          {places}
          <SourceLine report={report} />
        </>
      )}
    </>
  );
}

function SectionsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <HourDialSkeleton title={t('weather.dial.title')} />
      </div>
      <div className={styles.side}>
        <ForecastSkeleton />
      </div>
    </div>
  );
}
