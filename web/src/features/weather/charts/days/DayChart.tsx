/** Chart of seven days: the band between lows and highs, or precipitation with its probability. */
import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { useTranslation } from '../../../../i18n/I18n.tsx';
import type { Axis } from '../../../../units/axes.ts';
import { useMeasures } from '../../../../units/useMeasures.ts';
import type { Day } from '../../report.ts';
import { type Band, temperatureBand } from '../../series/confidence.ts';
import { precipitationOpacity } from '../../series/precipitationOpacity.ts';
import { ColumnChart, plotLeft, TickLabel } from '../frame/ColumnChart.tsx';
import type { Scale } from '../hours/panelScales.ts';
import { useAxes } from '../useAxes.ts';
import styles from './DayChart.module.css';

export type DayChartKind = 'temperature' | 'precipitation';

interface DayChartProps {
  days: Day[];
  kind: DayChartKind;
  selected: number;
  onSelect: (index: number) => void;
}

const height = 224;
const plot = { top: 28, bottom: 184 };
const tickCount = 4;
const minMillimeters = 4;
/** Of the range of temperatures. */
const labelRoom = 0.13;
const fineTicks = 16;

export function DayChart({ days, kind, selected, onSelect }: DayChartProps) {
  const { format } = useTranslation();
  const axes = useAxes();
  const axis = axes[kind];
  const scale = scaleOf(days, kind, axis);
  const Drawing = kind === 'temperature' ? Temperatures : Amounts;
  return (
    <ColumnChart
      count={days.length}
      height={height}
      selected={selected}
      selectedRadius={10}
      onSelect={onSelect}
    >
      {({ width, columnWidth, x }) => (
        <>
          {scale.ticks(tickCount).map((tick) => (
            <g key={tick}>
              <path className={styles.grid} d={`M${plotLeft} ${scale(tick)}H${width}`} />
              <TickLabel y={scale(tick)}>{axis.label(tick)}</TickLabel>
            </g>
          ))}
          <text className={styles.unit} x={plotLeft - 6} y={plot.top - 12}>
            {axis.unit}
          </text>
          {days.map((day, index) => (
            <text key={day.date} className={styles.day} x={x(index)} y={plot.bottom + 20}>
              {format.weekday(day.date)}
            </text>
          ))}
          <Drawing days={days} scale={scale} axis={axis} x={x} columnWidth={columnWidth} />
        </>
      )}
    </ColumnChart>
  );
}

function scaleOf(days: Day[], kind: DayChartKind, axis: Axis): Scale {
  const values = days
    .flatMap((day) =>
      kind === 'temperature'
        ? [day.temperature_2m_min, day.temperature_2m_max, ...(temperatureBand(day) ?? [])]
        : [0, minMillimeters, day.precipitation_sum],
    )
    .filter((value) => value !== null)
    .map(axis.toUnit);
  const [low, high] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 1];
  const scale = scaleLinear().range([plot.bottom, plot.top]);
  if (kind === 'precipitation') return scale.domain([low, high]).nice(tickCount);
  // Room for the labels of the lows, and no more: ends at round ticks would squeeze the curves.
  return scale.domain([low - (high - low) * labelRoom, high]).nice(fineTicks);
}

interface DrawingProps {
  days: Day[];
  scale: Scale;
  axis: Axis;
  x: (index: number) => number;
  columnWidth: number;
}

function Temperatures({ days, scale, axis, x }: DrawingProps) {
  const measures = useMeasures();
  const y = (celsius: number | null) => scale(axis.toUnit(celsius ?? 0));
  const known = (day: Day) => day.temperature_2m_min !== null && day.temperature_2m_max !== null;
  const edge = line<Day>()
    .defined(known)
    .x((_, index) => x(index))
    .curve(curveMonotoneX);
  const between = area<Day>()
    .defined(known)
    .x((_, index) => x(index))
    .y0((day) => y(day.temperature_2m_min))
    .y1((day) => y(day.temperature_2m_max))
    .curve(curveMonotoneX);
  const ends = days.flatMap((day, index) => [
    { key: `${day.date} high`, x: x(index), celsius: day.temperature_2m_max, isHigh: true },
    { key: `${day.date} low`, x: x(index), celsius: day.temperature_2m_min, isHigh: false },
  ]);
  const certainty = (band: (day: Day) => Band | null | undefined) =>
    area<Day>()
      .defined((day) => Boolean(band(day)))
      .x((_, index) => x(index))
      .y0((day) => y(band(day)?.p10 ?? null))
      .y1((day) => y(band(day)?.p90 ?? null))
      .curve(curveMonotoneX)(days) ?? '';
  return (
    <>
      <path
        className={styles.certainty}
        d={certainty((day) => day.confidence?.temperature_2m_max)}
      />
      <path
        className={styles.certainty}
        d={certainty((day) => day.confidence?.temperature_2m_min)}
      />
      <path className={styles.between} d={between(days) ?? ''} />
      <path className={styles.high} d={edge.y((day) => y(day.temperature_2m_max))(days) ?? ''} />
      <path className={styles.low} d={edge.y((day) => y(day.temperature_2m_min))(days) ?? ''} />
      {ends.map(
        ({ key, x: at, celsius, isHigh }) =>
          celsius !== null && (
            <g key={key}>
              <circle
                className={isHigh ? styles.highPoint : styles.lowPoint}
                cx={at}
                cy={y(celsius)}
                r="5"
              />
              <text className={styles.value} x={at} y={y(celsius) + (isHigh ? -10 : 20)}>
                {measures.temperature(celsius)}
              </text>
            </g>
          ),
      )}
    </>
  );
}

const maxBarWidth = 44;

function Amounts({ days, scale, axis, x, columnWidth }: DrawingProps) {
  const measures = useMeasures();
  const width = Math.min(columnWidth * 0.6, maxBarWidth);
  return days.map((day, index) => {
    const { precipitation_sum: amount, precipitation_probability_max: chance } = day;
    const top = scale(axis.toUnit(amount ?? 0));
    return (
      <g key={day.date}>
        {amount !== null && amount > 0 && (
          <>
            <rect
              className={styles.bar}
              x={x(index) - width / 2}
              y={Math.min(top, plot.bottom - 2)}
              width={width}
              height={Math.max(plot.bottom - top, 2)}
              rx="4"
              fillOpacity={precipitationOpacity(chance)}
            />
            <text className={styles.value} x={x(index)} y={top - 7}>
              {measures.precipitationNumber(amount)}
            </text>
          </>
        )}
        {chance !== null && (
          <text className={styles.chance} x={x(index)} y={plot.bottom + 36}>
            {measures.percent(chance)}
          </text>
        )}
      </g>
    );
  });
}
