/** Two days hour by hour: a strip above the chart of the same hours, which scroll sideways together. */
import { lazy, Suspense, useRef, useState } from 'react';
import { useAfterLoad } from '../../../../scheduling/useAfterLoad.ts';
import { useInView } from '../../../../scheduling/useInView.ts';
import { usePreloaded } from '../../../../scheduling/usePreloaded.ts';
import { useFormatContext } from '../../../../units/formatContext.ts';
import { ChartFrame } from '../../charts/frame/ChartFrame.tsx';
import { hourColumns, hourSummary } from '../../charts/hours/hourChartText.ts';
import { hourWidth, remOf } from '../../charts/hours/layout.ts';
import { hourSeries } from '../../charts/series.ts';
import type { WeatherReport } from '../../report.ts';
import { useNextHours } from '../../series/useNextHours.ts';
import { describeHour } from '../../text/describeHour.ts';
import styles from './HourlyView.module.css';
import { HourStrip, HourStripKey } from './HourStrip.tsx';

const loadChart = () => import('../../charts/hours/HourChart.tsx');
const loadAxes = () => import('../../charts/hours/PanelAxes.tsx');
const HourChart = lazy(async () => ({ default: (await loadChart()).HourChart }));
const PanelAxes = lazy(async () => ({ default: (await loadAxes()).PanelAxes }));

const chartParts = [loadChart, loadAxes];

const hoursShown = 48;
const pageStep = 6;

export function HourlyView({ report, now }: { report: WeatherReport; now: Date }) {
  const timeZone = report.place.timezone;
  const context = useFormatContext(timeZone);
  const { t } = context.translation;
  const [chosen, setChosen] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const { ref, isInView } = useInView();
  const isAfterLoad = useAfterLoad();
  // Fetched before it is in view, because the network may be gone by then.
  const isFetched = usePreloaded(chartParts, isInView || isAfterLoad);
  const hours = useNextHours(report, now, hoursShown);
  const selected = Math.min(chosen, hours.length - 1);
  if (hours.length === 0) return <p>{t('weather.hours.unavailable')}</p>;

  /** Scrolls the selected hour into view. */
  function handleStep(index: number) {
    setChosen(index);
    const box = scroller.current;
    const column = box?.querySelectorAll('li')[index];
    if (!box || !column) return;
    const start = column.offsetLeft;
    if (start < box.scrollLeft || start + column.offsetWidth > box.scrollLeft + box.clientWidth) {
      box.scrollLeft = start - box.clientWidth / 2;
    }
  }

  return (
    <ChartFrame
      label={t('weather.charts.hourly')}
      summary={hourSummary(hours, context)}
      describe={(hour) => describeHour(hour, context)}
      series={hourSeries(context.translation)}
      columns={hourColumns(hours, context)}
      rows={hours}
      selected={selected}
      pageStep={pageStep}
      onSelect={handleStep}
    >
      {(slider) => (
        <div className={styles.view} ref={ref}>
          <div className={styles.axes}>
            <HourStripKey />
            <Suspense>{isInView && isFetched && <PanelAxes hours={hours} />}</Suspense>
          </div>
          <div className={styles.scroller} ref={scroller}>
            <div
              className={styles.selectedColumn}
              style={{
                width: remOf(hourWidth),
                transform: `translateX(${remOf(selected * hourWidth)})`,
              }}
            />
            <HourStrip hours={hours} timeZone={timeZone} />
            <div
              className={styles.chart}
              style={{ width: remOf(hours.length * hourWidth) }}
              {...slider}
            >
              <Suspense>
                {isInView && isFetched && <HourChart hours={hours} onSelect={setChosen} />}
              </Suspense>
            </div>
          </div>
        </div>
      )}
    </ChartFrame>
  );
}
