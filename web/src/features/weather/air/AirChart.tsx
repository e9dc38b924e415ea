/** Bars of the index by hour, in front of the levels of its scale. */
import { scaleLinear } from 'd3-scale';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { ColumnChart, plotLeft, TickLabel } from '../charts/frame/ColumnChart.tsx';
import styles from './AirChart.module.css';
import { type AirHour, type IndexKind, indexOf, scales } from './air.ts';
import { capitalized, levelName } from './airSentence.ts';

interface AirChartProps {
  hours: AirHour[];
  kind: IndexKind;
  timeZone: string;
  selected: number;
  onSelect: (index: number) => void;
}

const height = 224;
const plot = { top: 8, bottom: 192 };
/** Clean air should look clean: below this many levels the scale does not end. */
const minBands = 3;
/** The worst level has no upper end; this much of it is shown. */
const lastBand: Record<IndexKind, number> = { european: 20, us: 100 };
const maxBarWidth = 18;
/** A bar of no height would look like a missing one. */
const minBar = 2;
const labelEveryHours = 6;

export function AirChart({ hours, kind, timeZone, selected, onSelect }: AirChartProps) {
  const translation = useTranslation();
  const { format } = translation;
  const values = hours.map((hour) => indexOf(hour, kind)?.value ?? null);
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  const bands = bandsUpTo(highest, kind);
  const top = Math.max(bands.at(-1)?.to ?? 0, highest);
  const scale = scaleLinear().domain([0, top]).range([plot.bottom, plot.top]);
  return (
    <ColumnChart
      count={hours.length}
      height={height}
      selected={selected}
      selectedRadius={4}
      onSelect={onSelect}
    >
      {({ width, columnWidth, x }) => {
        const bar = Math.min(columnWidth * 0.75, maxBarWidth);
        return (
          <>
            {bands.map(({ from, to, level }) => (
              <g key={level}>
                <path className={styles.grid} d={`M${plotLeft} ${scale(to)}H${width}`} />
                <TickLabel y={scale(from)}>{format.number(from)}</TickLabel>
              </g>
            ))}
            <path className={styles.base} d={`M${plotLeft} ${plot.bottom}H${width}`} />
            {hours.map(({ time }, index) => {
              const value = values[index] ?? null;
              return (
                <g key={time}>
                  {value !== null && (
                    <rect
                      className={styles.bar}
                      x={x(index) - bar / 2}
                      width={bar}
                      y={Math.min(scale(value), plot.bottom - minBar)}
                      height={Math.max(plot.bottom - scale(value), minBar)}
                    />
                  )}
                  {Number(format.hour(time, timeZone)) % labelEveryHours === 0 && (
                    <text className={styles.hour} x={x(index)} y={plot.bottom + 20}>
                      {format.hour(time, timeZone)}
                    </text>
                  )}
                </g>
              );
            })}
            {bands.map(({ to, level }) => (
              <text key={level} className={styles.level} x={width - 4} y={scale(to)} dy="1.1em">
                {capitalized(levelName(translation, kind, level), format.locale)}
              </text>
            ))}
          </>
        );
      }}
    </ColumnChart>
  );
}

/** The levels from the best to the one that contains the value. */
function bandsUpTo(value: number, kind: IndexKind) {
  const scale = scales[kind];
  const bands = scale.map(({ level, from }, index) => ({
    level,
    from,
    to: scale[index + 1]?.from ?? from + lastBand[kind],
  }));
  const count = scale.filter(({ from }) => from <= value).length;
  return bands.slice(0, Math.max(count, minBands));
}
