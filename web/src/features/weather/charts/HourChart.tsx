/** Temperature, precipitation and wind of the coming hours, one under the other over the same columns as the strip. */
import { memo, type PointerEvent } from 'react';
import type { Hour } from '../report.ts';
import styles from './HourChart.module.css';
import { HourPanels } from './HourPanels.tsx';
import { chartHeight, hourWidth } from './layout.ts';

interface HourChartProps {
  hours: Hour[];
  now: Date;
  selected: number;
  onSelect: (index: number) => void;
}

const hourMs = 3_600_000;
const unitsPerRem = 16;

export function HourChart({ hours, now, selected, onSelect }: HourChartProps) {
  const width = hours.length * hourWidth;

  /** A mouse selects in passing, a finger by a tap: its drag scrolls. */
  function handlePointer(event: PointerEvent<SVGSVGElement>) {
    if (event.type === 'pointermove' && event.pointerType !== 'mouse') return;
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * hours.length);
    if (hours[index]) onSelect(index);
  }

  return (
    <div className={styles.chart}>
      <svg
        className={styles.plot}
        style={{ width: `${width / unitsPerRem}rem`, height: `${chartHeight / unitsPerRem}rem` }}
        viewBox={`0 0 ${width} ${chartHeight}`}
        aria-hidden="true"
        focusable="false"
        onPointerDown={handlePointer}
        onPointerMove={handlePointer}
      >
        <Nights hours={hours} />
        <rect
          className={styles.selected}
          x={selected * hourWidth}
          width={hourWidth}
          height={chartHeight}
        />
        <HourPanels hours={hours} />
        <NowMarker hours={hours} now={now} />
      </svg>
    </div>
  );
}

/** Darker ground while the sun is down. */
const Nights = memo(function Nights({ hours }: { hours: Hour[] }) {
  return hours.map(
    (hour, index) =>
      !hour.isDay && (
        <rect
          key={hour.time}
          className={styles.night}
          x={index * hourWidth}
          // A hair wider, so that no seam shows between two hours.
          width={hourWidth + 0.5}
          height={chartHeight}
        />
      ),
  );
});

function NowMarker({ hours, now }: { hours: Hour[]; now: Date }) {
  const [first] = hours;
  if (!first) return null;
  const x = ((now.getTime() - Date.parse(first.time)) / hourMs) * hourWidth;
  return (
    <g className={styles.now} transform={`translate(${x} 0)`}>
      <path d={`M0 8V${chartHeight}`} />
      <circle cy="5" r="4" />
    </g>
  );
}
