/** Two days hour by hour: a strip over the chart of the same hours, scrolled sideways together. */
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useAfterLoad } from '../../../scheduling/useAfterLoad.ts';
import { useInView } from '../../../scheduling/useInView.ts';
import { usePreloaded } from '../../../scheduling/usePreloaded.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { hourWidth, remOf } from '../charts/layout.ts';
import { hourSeries } from '../charts/series.ts';
import { hourColumns, hourSummary } from '../charts/words.ts';
import { tellHour } from '../hourSentence.ts';
import type { WeatherReport } from '../report.ts';
import { useMeasures } from '../useMeasures.ts';
import { useNextHours } from '../useNextHours.ts';
import styles from './HourlyView.module.css';
import { HourStrip, HourStripKey } from './HourStrip.tsx';

const loadChart = () => import('./HourDrawing.tsx');
const loadAxes = () => import('../charts/PanelAxes.tsx');
const HourDrawing = lazy(async () => ({ default: (await loadChart()).HourDrawing }));
const PanelAxes = lazy(async () => ({ default: (await loadAxes()).PanelAxes }));

const chartParts = [loadChart, loadAxes];

const hoursShown = 48;
const leap = 6;

export function HourlyView({ report, now }: { report: WeatherReport; now: Date }) {
  const translation = useTranslation();
  const { t } = translation;
  const measures = useMeasures();
  const [chosen, setChosen] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const { ref, isInView } = useInView();
  const isAtRest = useAfterLoad();
  // Drawn in sight, fetched before: the network may be gone by then.
  const isFetched = usePreloaded(chartParts, isInView || isAtRest);
  const timeZone = report.place.timezone;
  const hours = useNextHours(report, now, hoursShown);
  const telling = { translation, measures, timeZone };
  const selected = Math.min(chosen, hours.length - 1);
  if (hours.length === 0) return <p>{t('weather.hours.unavailable')}</p>;

  /** Keeps the chosen hour in sight. */
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
      summary={hourSummary(hours, telling)}
      sentenceOf={(each) => tellHour(each, telling)}
      series={hourSeries(translation)}
      columns={hourColumns(telling)}
      rows={hours}
      selected={selected}
      leap={leap}
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
              className={styles.column}
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
                {isInView && isFetched && (
                  <HourDrawing hours={hours} timeZone={timeZone} now={now} onSelect={setChosen} />
                )}
              </Suspense>
            </div>
          </div>
        </div>
      )}
    </ChartFrame>
  );
}
