/** Chart of the error of the forecast highs by day: bars above the line were too warm, below too cold. */
import { scaleLinear } from 'd3-scale';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useStored } from '../../../storage/useStored.ts';
import { temperatureDifferenceIn } from '../../../units/convert.ts';
import { ColumnChart, plotLeft, TickLabel } from '../charts/frame/ColumnChart.tsx';
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
const plot = { top: 12, bottom: 172 };
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
  const toUnit = (celsius: number) => temperatureDifferenceIn(units.temperature, celsius);
  const errors = days.map((day) => highError(day, lead));
  const reach = Math.max(minReach, ...errors.map((error) => Math.abs(error ?? 0)));
  const scale = scaleLinear()
    .domain([-toUnit(reach), toUnit(reach)])
    .range([plot.bottom, plot.top])
    .nice(tickCount);
  const tolerance = toUnit(toleranceCelsius(units));

  return (
    <ColumnChart
      count={days.length}
      height={height}
      selected={selected}
      selectedRadius={6}
      onSelect={onSelect}
    >
      {({ width, columnWidth, x }) => {
        const bar = Math.min(columnWidth * 0.7, maxBarWidth);
        return (
          <>
            <rect
              className={styles.close}
              x={plotLeft}
              y={scale(tolerance)}
              width={Math.max(0, width - plotLeft)}
              height={scale(-tolerance) - scale(tolerance)}
            />
            {scale.ticks(tickCount).map((tick) => (
              <TickLabel key={tick} y={scale(tick)}>
                {format.number(tick)}°
              </TickLabel>
            ))}
            <path className={styles.zero} d={`M${plotLeft} ${scale(0)}H${width}`} />
            {days.map((day, index) => {
              const error = errors[index] ?? null;
              return (
                <g key={day.date}>
                  {error !== null && (
                    <rect
                      className={error > 0 ? styles.warm : styles.cold}
                      x={x(index) - bar / 2}
                      width={bar}
                      y={Math.min(scale(toUnit(error)), scale(0) - (error > 0 ? minBar : 0))}
                      height={Math.max(Math.abs(scale(toUnit(error)) - scale(0)), minBar)}
                    />
                  )}
                  {index % dateEvery === 0 && (
                    <text className={styles.date} x={x(index)} y={plot.bottom + 20}>
                      {format.shortDate(day.date)}
                    </text>
                  )}
                </g>
              );
            })}
          </>
        );
      }}
    </ColumnChart>
  );
}
