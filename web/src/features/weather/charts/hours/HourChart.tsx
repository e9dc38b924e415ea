/** Temperature, precipitation and wind of the next hours in three panels, aligned with the columns of the strip. */
import { memo, type PointerEvent, useId } from 'react';
import type { Hour } from '../../report.ts';
import { groupRuns } from '../../series/groupRuns.ts';
import styles from './HourChart.module.css';
import { HourPanels } from './HourPanels.tsx';
import { chartHeight, columnMiddle, hourWidth, remOf } from './layout.ts';

interface HourChartProps {
  hours: Hour[];
  onSelect: (index: number) => void;
}

/** Memoized: does not depend on the selected hour. */
export const HourChart = memo(function HourChart({ hours, onSelect }: HourChartProps) {
  const width = hours.length * hourWidth;

  /** A mouse selects on hover, a finger on tap, because its drag scrolls. */
  function handlePointer(event: PointerEvent<SVGSVGElement>) {
    if (event.type === 'pointermove' && event.pointerType !== 'mouse') return;
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * hours.length);
    if (hours[index]) onSelect(index);
  }

  return (
    <div className={styles.chart}>
      <div className={styles.nights} style={{ backgroundImage: nightsOf(hours) }} />
      <svg
        className={styles.plot}
        style={{ width: remOf(width), height: remOf(chartHeight) }}
        viewBox={`0 0 ${width} ${chartHeight}`}
        aria-hidden="true"
        focusable="false"
        onPointerDown={handlePointer}
        onPointerMove={handlePointer}
      >
        <AlertBands hours={hours} />
        {hours[0]?.isNow && <NowMarker />}
        <HourPanels hours={hours} />
      </svg>
    </div>
  );
});

/** Night hours as a background, outside the SVG so that the selected column is painted between the two. */
function nightsOf(hours: Hour[]): string {
  const at = (index: number) => `${(100 * index) / hours.length}%`;
  const stops = groupRuns(hours, ({ isDay }) => isDay).map(({ from, hours: run }) => {
    const color = run[0].isDay ? 'transparent' : 'var(--color-night)';
    return `${color} ${at(from)} ${at(from + run.length)}`;
  });
  return `linear-gradient(to right, ${stops.join(', ')})`;
}

/** Through the middle of the first column, where its values are drawn: they are those of now. */
function NowMarker() {
  const x = columnMiddle(0);
  return (
    <g className={styles.now}>
      <path d={`M${x} 10V${chartHeight}`} />
      <circle cx={x} cy="9" r="4" />
    </g>
  );
}

const bandHeight = 6;

/** The hours in which an alert is in force: a hatched band at the top and a faint ground below it. */
function AlertBands({ hours }: { hours: Hour[] }) {
  const pattern = useId();
  const runs = groupRuns(hours, ({ alert }) => alert?.level).flatMap(({ from, hours: run }) => {
    const level = run[0].alert?.level;
    return level ? [{ level, x: from * hourWidth, width: run.length * hourWidth }] : [];
  });
  if (runs.length === 0) return null;
  return (
    <>
      <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse">
        <path className={styles.hatch} d="M-1 7L7-1" />
      </pattern>
      {runs.map(({ level, x, width }) => (
        <g key={x} data-level={level} className={styles.alert}>
          <rect className={styles.alertGround} x={x} width={width} height={chartHeight} />
          <rect x={x} width={width} height={bandHeight} />
          <rect x={x} width={width} height={bandHeight} fill={`url(#${pattern})`} />
        </g>
      ))}
    </>
  );
}
