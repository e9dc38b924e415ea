/**
 * The sections below the sky. During the first load they mount one per frame, so that the page responds in between
 * (docs/decisions/0085); they are memoized, because much else on the page changes while the report stays the same.
 */
import { memo, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useProgressiveMount } from '../../scheduling/useProgressiveMount.ts';
import { SafeSection } from '../../ui/status/SafeSection.tsx';
import { Details } from './details/Details.tsx';
import { HourDial, HourDialSkeleton } from './dial/HourDial.tsx';
import { Forecast, ForecastSkeleton } from './forecast/Forecast.tsx';
import { Insights } from './insights/Insights.tsx';
import type { WeatherReport } from './report.ts';
import { SourceLine } from './SourceLine.tsx';
import { SimulatedDataBanner } from './states/SimulatedDataBanner.tsx';
import styles from './WeatherBoard.module.css';

const MemoDial = memo(HourDial);
const MemoInsights = memo(Insights);
const MemoForecast = memo(Forecast);
const MemoDetails = memo(Details);

interface WeatherSectionsProps {
  report: WeatherReport;
  now: Date;
  alerts?: ReactNode;
  alertCoverage?: ReactNode;
  places?: ReactNode;
}

const sectionCount = 5;

export function WeatherSections({
  report,
  now,
  alerts,
  alertCoverage,
  places,
}: WeatherSectionsProps) {
  // From top to bottom, so that mounted sections do not move.
  const mounted = useProgressiveMount(sectionCount);
  return (
    <>
      <SafeSection>
        <SimulatedDataBanner report={report} />
      </SafeSection>
      <SafeSection>{alerts}</SafeSection>
      <div className={styles.columns}>
        <div className={styles.side}>
          <SafeSection>{mounted > 0 && <MemoDial report={report} now={now} />}</SafeSection>
          <SafeSection>{mounted > 1 && <MemoInsights report={report} />}</SafeSection>
        </div>
        <div className={styles.side}>
          <SafeSection>{mounted > 2 && <MemoForecast report={report} now={now} />}</SafeSection>
        </div>
      </div>
      <SafeSection>{mounted > 3 && <MemoDetails report={report} now={now} />}</SafeSection>
      {mounted > 4 && (
        <>
          <SafeSection>{places}</SafeSection>
          <SafeSection>
            <SourceLine report={report} now={now} alertCoverage={alertCoverage} />
          </SafeSection>
        </>
      )}
    </>
  );
}

export function WeatherSectionsSkeleton() {
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
