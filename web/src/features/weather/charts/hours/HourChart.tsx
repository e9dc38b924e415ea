/** Temperature, precipitation and wind of the next hours in three panels, aligned with the columns of the strip. */
import { memo, type PointerEvent } from 'react';
import { hourMs } from '../../../../units/durations.ts';
import type { Hour } from '../../report.ts';
import { groupRuns } from '../../series/groupRuns.ts';
import styles from './HourChart.module.css';
import { HourPanels } from './HourPanels.tsx';
import { chartHeight, hourWidth, remOf } from './layout.ts';

interface HourChartProps {
  hours: Hour[];
  now: Date;
  onSelect: (index: number) => void;
}

/** Memoized: does not depend on the selected hour. */
export const HourChart = memo(function HourChart({ hours, now, onSelect }: HourChartProps) {
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
        <HourPanels hours={hours} />
        <NowMarker hours={hours} now={now} />
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

function NowMarker({ hours, now }: { hours: Hour[]; now: Date }) {
  const [first] = hours;
  if (!first) return null;
  const x = ((now.getTime() - Date.parse(first.time)) / hourMs) * hourWidth;
  return (
    <g className={styles.now}>
      {/* Starts below the panel's title, which may extend over the first hour. */}
      <path d={`M${x} 24V${chartHeight}`} />
      <circle cx={x} cy="23" r="4" />
    </g>
  );
}
