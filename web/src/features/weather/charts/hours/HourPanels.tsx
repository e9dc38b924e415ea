/** The lines and bars of the hour chart: temperature with its extremes, precipitation by amount and probability, wind with gusts. */
import { area, curveMonotoneX, line } from 'd3-shape';
import { memo, useId } from 'react';
import { useTranslation } from '../../../../i18n/I18n.tsx';
import { useMeasures } from '../../../../units/useMeasures.ts';
import { type Hour, stepOf } from '../../report.ts';
import { groupRuns } from '../../series/groupRuns.ts';
import { precipitationOpacity } from '../../series/precipitationOpacity.ts';
import { temperatureColor } from '../../series/temperatureScale.ts';
import { describeAmount } from '../../text/describeAmount.ts';
import { useAxes } from '../useAxes.ts';
import styles from './HourPanels.module.css';
import { columnMiddle, hourWidth, type PanelName } from './layout.ts';
import { panelScales, type Scale, ticksOf } from './panelScales.ts';

/** Memoized: does not depend on the selected hour. */
export const HourPanels = memo(function HourPanels({ hours }: { hours: Hour[] }) {
  const axes = useAxes();
  const scales = panelScales(hours, axes);
  const width = hours.length * hourWidth;
  return (
    <>
      <path className={styles.grid} d={gridOf(hours, scales, width)} />
      <Temperature hours={hours} scale={scales.temperature} toUnit={axes.temperature.toUnit} />
      <Precipitation
        hours={hours}
        scale={scales.precipitation}
        toUnit={axes.precipitation.toUnit}
      />
      <Wind hours={hours} scale={scales.wind} toUnit={axes.speed.toUnit} />
    </>
  );
});

function gridOf(hours: Hour[], scales: Record<PanelName, Scale>, width: number): string {
  return ticksOf(hours, scales)
    .flatMap(({ name, ticks }) => ticks.map((tick) => `M0 ${scales[name](tick)}H${width}`))
    .join('');
}

interface PanelProps {
  hours: Hour[];
  scale: Scale;
  toUnit: (metric: number) => number;
}

type Value = number | null;

const bottomOf = (scale: Scale) => scale.range()[0] ?? 0;

const curve = line<Value>()
  .defined((value) => value !== null)
  .x((_, index) => columnMiddle(index))
  .curve(curveMonotoneX);

function Temperature({ hours, scale, toUnit }: PanelProps) {
  const gradient = useId();
  const measures = useMeasures();
  const values = hours.map((hour) => hour.temperature);
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const y = (value: Value) => scale(toUnit(value ?? 0));
  const ground = area<Value>()
    .defined((value) => value !== null)
    .x((_, index) => columnMiddle(index))
    .y0(bottomOf(scale))
    .y1(y)
    .curve(curveMonotoneX);
  const extremes = [
    { value: high, isHigh: true },
    ...(high > low ? [{ value: low, isHigh: false }] : []),
  ];
  return (
    <g>
      <linearGradient
        id={gradient}
        gradientUnits="userSpaceOnUse"
        x1="0"
        x2="0"
        y1={y(high)}
        y2={y(low)}
      >
        {gradientSteps.map((share) => (
          <stop
            key={share}
            offset={share}
            style={{ stopColor: temperatureColor(high - (high - low) * share) }}
          />
        ))}
      </linearGradient>
      <path className={styles.ground} d={ground(values) ?? ''} fill={`url(#${gradient})`} />
      {/* A level line has a bounding box without height, over which a gradient is not painted. */}
      <path
        className={styles.temperature}
        d={curve.y(y)(values) ?? ''}
        style={{ stroke: high > low ? `url(#${gradient})` : temperatureColor(high) }}
      />
      {extremes.map(({ value, isHigh }) => {
        const x = columnMiddle(values.indexOf(value));
        return (
          <g key={value}>
            <circle
              className={styles.extreme}
              cx={x}
              cy={y(value)}
              r="4.5"
              style={{ fill: temperatureColor(value) }}
            />
            <text className={styles.label} x={x} y={y(value) + (isHigh ? -10 : 19)}>
              {measures.temperature(value)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

const gradientSteps = [0, 0.2, 0.4, 0.6, 0.8, 1];
const barWidth = 26;
/** Less would be labelled "0.0". */
const minLabelled = 0.05;

/** One bar per step of the source: where it has three or six hours at once, a bar is as wide as they are. */
function Precipitation({ hours, scale, toUnit }: PanelProps) {
  const translation = useTranslation();
  const measures = useMeasures();
  const bottom = bottomOf(scale);
  return groupRuns(hours, stepOf).map(({ from, hours: step }) => {
    const [hour] = step;
    if (!hour.precipitation) return null;
    const top = scale(toUnit(hour.precipitation));
    const left = columnMiddle(from) - barWidth / 2;
    const width = (step.length - 1) * hourWidth + barWidth;
    return (
      <g key={hour.time}>
        <rect
          className={styles.bar}
          x={left}
          y={Math.min(top, bottom - 2)}
          width={width}
          height={Math.max(bottom - top, 2)}
          rx="3"
          fillOpacity={precipitationOpacity(hour.precipitationProbability)}
        />
        {hour.precipitation >= minLabelled && (
          <text className={styles.amount} x={left + width / 2} y={top - 5}>
            {step.length === 1
              ? measures.precipitationNumber(hour.precipitation)
              : describeAmount(hour, { translation, measures })}
          </text>
        )}
      </g>
    );
  });
}

const hoursPerSegment = 8;

/** A long dashed line is slow to paint even where it is off screen, so it is split into segments that share their ends. */
function segmentsOf(values: Value[]): Array<{ from: number; values: Value[] }> {
  const starts = [...values.keys()].filter((index) => index % hoursPerSegment === 0);
  return starts.map((from) => ({
    from,
    values: values.map((value, index) =>
      index >= from && index <= from + hoursPerSegment ? value : null,
    ),
  }));
}

function Wind({ hours, scale, toUnit }: PanelProps) {
  const { t } = useTranslation();
  const y = (value: Value) => scale(toUnit(value ?? 0));
  const gusts = hours.map((hour) => hour.windGusts);
  const strongest = Math.max(...gusts.map((value) => value ?? -1));
  const at = gusts.indexOf(strongest);
  return (
    <g>
      {segmentsOf(gusts).map((segment) => (
        <path key={segment.from} className={styles.gusts} d={curve.y(y)(segment.values) ?? ''} />
      ))}
      <path className={styles.wind} d={curve.y(y)(hours.map((hour) => hour.windSpeed)) ?? ''} />
      {at >= 0 && (
        <text className={styles.amount} x={columnMiddle(at)} y={y(strongest) - 6}>
          {t('weather.charts.gustsTitle')}
        </text>
      )}
    </g>
  );
}
