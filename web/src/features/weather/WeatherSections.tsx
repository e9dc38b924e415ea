/**
 * The sections below the sky. During the first load they mount in steps, one per frame, so that the page responds in
 * between (docs/decisions/0085); they are memoized, because much else on the page changes while the report stays the same.
 */
import { lazy, memo, type ReactNode, Suspense } from 'react';
import { useProgressiveMount } from '../../scheduling/useProgressiveMount.ts';
import { SafeSection } from '../../ui/status/SafeSection.tsx';
import { useIsWide } from '../../ui/useIsWide.ts';
import { HourDialSkeleton } from './dial/HourDialSkeleton.tsx';
import { ForecastSkeleton } from './forecast/ForecastSkeleton.tsx';
import { showView } from './forecast/showView.ts';
import { NextDays, NextDaysSkeleton } from './overview/NextDays.tsx';
import { NextHours, NextHoursSkeleton } from './overview/NextHours.tsx';
import type { WeatherReport } from './report.ts';
import { SourceLine } from './SourceLine.tsx';
import { SimulatedDataBanner } from './states/SimulatedDataBanner.tsx';
import styles from './WeatherBoard.module.css';

const MemoHours = memo(NextHours);
const MemoDays = memo(NextDays);
/** Below the first screen of a phone, so their scripts need not come with the page. */
const HourDial = lazy(async () => ({
  default: memo((await import('./dial/HourDial.tsx')).HourDial),
}));
const Forecast = lazy(async () => ({
  default: memo((await import('./forecast/Forecast.tsx')).Forecast),
}));
const Insights = lazy(async () => ({
  default: memo((await import('./insights/Insights.tsx')).Insights),
}));
const AirCard = lazy(async () => ({
  default: memo((await import('./air/AirCard.tsx')).AirCard),
}));
const Details = lazy(async () => ({
  default: memo((await import('./details/Details.tsx')).Details),
}));

interface WeatherSectionsProps {
  report: WeatherReport;
  now: Date;
  alertCoverage?: ReactNode;
  places?: ReactNode;
  /** The parameters of the place in a link. */
  search: string;
}

type SectionName = 'hours' | 'days' | 'dial' | 'insights' | 'air' | 'forecast' | 'details' | 'rest';

/**
 * From top to bottom, so that mounted sections do not move; what stands side by side mounts together. The order in the
 * document is the one on the screen: a phone starts with the next hours, a wide screen with the forecast.
 */
const narrowSteps: SectionName[][] = [
  ['hours'],
  ['days'],
  ['dial'],
  ['insights', 'air'],
  ['forecast'],
  ['details'],
  ['rest'],
];
const wideSteps: SectionName[][] = [
  ['forecast'],
  ['days', 'dial'],
  ['insights', 'air'],
  ['details'],
  ['rest'],
];

const showAllDays = () => showView('outlook');

export function WeatherSections({
  report,
  now,
  alertCoverage,
  places,
  search,
}: WeatherSectionsProps) {
  const isWide = useIsWide();
  const steps = isWide ? wideSteps : narrowSteps;
  const mounted = useProgressiveMount(steps.length);
  const sections: Record<SectionName, ReactNode> = {
    hours: <MemoHours report={report} now={now} />,
    days: <MemoDays report={report} onShowAll={showAllDays} />,
    dial: (
      <Suspense fallback={<HourDialSkeleton />}>
        <HourDial report={report} now={now} />
      </Suspense>
    ),
    insights: (
      <Suspense fallback={<div className={styles.insightsSpace} />}>
        <Insights report={report} />
      </Suspense>
    ),
    air: hasAir(report) && (
      <Suspense fallback={<div className={styles.airSpace} />}>
        <AirCard report={report} now={now} search={search} />
      </Suspense>
    ),
    forecast: (
      <Suspense fallback={<ForecastSkeleton />}>
        <Forecast report={report} now={now} />
      </Suspense>
    ),
    details: (
      <Suspense fallback={<div className={styles.detailsSpace} />}>
        <Details report={report} now={now} />
      </Suspense>
    ),
    rest: (
      <>
        <SafeSection>{places}</SafeSection>
        <SafeSection>
          <SourceLine report={report} now={now} alertCoverage={alertCoverage} />
        </SafeSection>
      </>
    ),
  };
  return (
    <>
      <SafeSection>
        <SimulatedDataBanner report={report} />
      </SafeSection>
      <div className={styles.sections}>
        {steps
          .slice(0, mounted)
          .flat()
          .map((name) => (
            <div key={name} className={styles[name]}>
              <SafeSection>{sections[name]}</SafeSection>
            </div>
          ))}
      </div>
    </>
  );
}

/** A server without it and a stored report from before it have no card; a failure has one that says so. */
function hasAir({ air }: WeatherReport): boolean {
  return Boolean(air) && !('unavailable' in air && air.unavailable === 'switched_off');
}

export function WeatherSectionsSkeleton() {
  const isWide = useIsWide();
  return (
    <div className={styles.sections}>
      {isWide ? (
        <div className={styles.forecast}>
          <ForecastSkeleton />
        </div>
      ) : (
        <div className={styles.hours}>
          <NextHoursSkeleton />
        </div>
      )}
      <div className={styles.days}>
        <NextDaysSkeleton />
      </div>
      <div className={styles.dial}>
        <HourDialSkeleton />
      </div>
      {!isWide && (
        <div className={styles.forecast}>
          <ForecastSkeleton />
        </div>
      )}
    </div>
  );
}
