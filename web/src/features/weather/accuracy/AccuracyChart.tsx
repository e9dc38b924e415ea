/** Chart of the error of the forecast highs by day: bars above the line were too warm, below too cold. */
import { scaleLinear } from 'd3-scale';
import type { PointerEvent } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useStored } from '../../../storage/useStored.ts';
import { temperatureDifferenceIn } from '../../../units/convert.ts';
import { useWidth } from '../charts/useWidth.ts';
import styles from './Accuracy.module.css';
import { highError, toleranceCelsius } from './accuracyText.ts';
import type { AccuracyDay } from './queries.ts';

interface AccuracyChartProps {
  days: AccuracyDay[];
  lead: number;
  selected: number;
  onSelect: (index: number) => void;
}

const height = 200;
const plot = { left: 34, top: 12, bottom: 172 };
const widthBeforeLayout = 640;
const tickCount = 5;
/** °C to either side: a month of small errors should look like one. */
const minReach = 4;
const dateEvery = 7;
const maxBarWidth = 18;
/** A bar of no height would look like a missing one. */
const minBar = 2;

export function AccuracyChart({ days, lead, selected, onSelect }: AccuracyChartProps) {
  const { format } = useTranslation();
  const [units] = useStored('units');
  const { ref, width } = useWidth<SVGSVGElement>(widthBeforeLayout);
  const toUnit = (celsius: number) => temperatureDifferenceIn(units.temperature, celsius);
  const errors = days.map((day) => highError(day, lead));
  const reach = Math.max(minReach, ...errors.map((error) => Math.abs(error ?? 0)));
  const scale = scaleLinear()
    .domain([-toUnit(reach), toUnit(reach)])
    .range([plot.bottom, plot.top])
    .nice(tickCount);
  const column = Math.max(0, width - plot.left) / Math.max(days.length, 1);
  const bar = Math.min(column * 0.7, maxBarWidth);
  const tolerance = toUnit(toleranceCelsius(units));

  function handlePointer(event: PointerEvent<SVGSVGElement>) {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor((event.clientX - left - plot.left) / column);
    if (days[index]) onSelect(index);
  }

  return (
    <svg
      ref={ref}
      className={styles.chart}
      height={height}
      aria-hidden="true"
      focusable="false"
      onPointerDown={handlePointer}
      onPointerMove={handlePointer}
    >
      <rect
        className={styles.close}
        x={plot.left}
        y={scale(tolerance)}
        width={Math.max(0, width - plot.left)}
        height={scale(-tolerance) - scale(tolerance)}
      />
      <rect
        className={styles.selected}
        x={plot.left + selected * column}
        width={column}
        height={height}
        rx="6"
      />
      {scale.ticks(tickCount).map((tick) => (
        <text key={tick} className={styles.tick} x={plot.left - 6} y={scale(tick)} dy="0.35em">
          {format.number(tick)}°
        </text>
      ))}
      <path className={styles.zero} d={`M${plot.left} ${scale(0)}H${width}`} />
      {days.map((day, index) => {
        const error = errors[index] ?? null;
        const x = plot.left + (index + 0.5) * column;
        return (
          <g key={day.date}>
            {error !== null && (
              <rect
                className={error > 0 ? styles.warm : styles.cold}
                x={x - bar / 2}
                width={bar}
                y={Math.min(scale(toUnit(error)), scale(0) - (error > 0 ? minBar : 0))}
                height={Math.max(Math.abs(scale(toUnit(error)) - scale(0)), minBar)}
              />
            )}
            {index % dateEvery === 0 && (
              <text className={styles.date} x={x} y={plot.bottom + 20}>
                {format.shortDate(day.date)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
