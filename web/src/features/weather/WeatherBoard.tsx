/** Everything shown of one place's weather. The sky and its bar stay in place while the weather loads or fails. */
import { lazy, type ReactNode } from 'react';
import { AfterLoad } from '../../scheduling/AfterLoad.tsx';
import { ErrorBoundary } from '../../ui/status/ErrorBoundary.tsx';
import { SafeSection } from '../../ui/status/SafeSection.tsx';
import { Now, NowSkeleton } from './now/Now.tsx';
import { Sky } from './sky/Sky.tsx';
import { skyOf } from './sky/sky.ts';
import { LoadingStatus } from './states/LoadingStatus.tsx';
import { loadStateOf } from './states/loadState.ts';
import { StaleDataBanner } from './states/StaleDataBanner.tsx';
import { WeatherProblem } from './states/WeatherProblem.tsx';
import type { WeatherLoad } from './useWeather.ts';
import styles from './WeatherBoard.module.css';
import { WeatherSections, WeatherSectionsSkeleton } from './WeatherSections.tsx';

const PrintSheet = lazy(async () => ({
  default: (await import('./print/PrintSheet.tsx')).PrintSheet,
}));

interface WeatherBoardProps {
  weather: WeatherLoad;
  placeName: string;
  now: Date;
  bar: ReactNode;
  /** Beside the current weather, such as a button that saves the place. */
  action?: ReactNode;
  /** Other places to choose, directly below the sky. */
  choices?: ReactNode;
  /** The alerts in force at the place, above everything else. */
  alerts?: ReactNode;
  /** About the place, such as that it comes from a link. */
  banner?: ReactNode;
  /** How well alerts cover the place. */
  alertCoverage?: ReactNode;
  /** The user's other places. */
  places?: ReactNode;
  /** The parameters of the place in a link. */
  search: string;
}

export function WeatherBoard({
  weather,
  placeName,
  now,
  bar,
  action,
  choices,
  banner,
  alerts,
  ...sections
}: WeatherBoardProps) {
  const { report, error, isFetching, retry } = weather;
  const state = loadStateOf(weather);
  const isLoading = state === 'loading' || state === 'retrying';
  const look = skyOf(report, now);
  return (
    <>
      <Sky look={look}>
        {bar}
        {report ? (
          <SafeSection>
            <Now report={report} look={look} action={action} />
          </SafeSection>
        ) : (
          isLoading && <NowSkeleton />
        )}
      </Sky>
      <div className={styles.board}>
        <SafeSection>{choices}</SafeSection>
        <SafeSection>{alerts}</SafeSection>
        {/* Not before the alerts above it are known: they would move it down. */}
        {(report || !isLoading) && banner}
        {report && error && (
          <StaleDataBanner
            error={error}
            fetchedAt={report.fetched_at}
            now={now}
            isRetrying={isFetching}
            onRetry={retry}
          />
        )}
        {report ? (
          <>
            <WeatherSections report={report} now={now} {...sections} />
            <AfterLoad>
              <ErrorBoundary fallback={() => null}>
                <PrintSheet report={report} now={now} />
              </ErrorBoundary>
            </AfterLoad>
          </>
        ) : isLoading ? (
          <WeatherSectionsSkeleton />
        ) : (
          <WeatherProblem state={state} placeName={placeName} error={error} onRetry={retry} />
        )}
      </div>
      {!report && isLoading && <LoadingStatus state={state} onRetry={retry} />}
    </>
  );
}
