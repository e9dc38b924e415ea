/** The words of the hour chart: a sentence that sums up, and the columns of its table. */
import type { Translation } from '../../../i18n/I18n.tsx';
import { type Measures, noValue } from '../../../units/measures.ts';
import type { Hour } from '../report.ts';
import { conditionName } from '../sentence.ts';
import type { Column } from './ChartFrame.tsx';

export interface Telling {
  translation: Translation;
  measures: Measures;
}

type HourTelling = Telling & { timeZone: string };

/** The row with the largest value, or null when none has one. */
export function peak<Row>(rows: Row[], value: (row: Row) => number | null): [Row, number] | null {
  let best: [Row, number] | null = null;
  for (const row of rows) {
    const found = value(row);
    if (found !== null && (best === null || found > best[1])) best = [row, found];
  }
  return best;
}

/** Nothing for what the source does not know. */
export const negative = (value: number | null) => (value === null ? null : -value);

export function total(values: Array<number | null>): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

export function hourSummary(
  hours: Hour[],
  { translation, measures, timeZone }: HourTelling,
): string {
  const { t, format } = translation;
  const at = (hour: Hour) =>
    `${format.weekdayAt(hour.time, timeZone)} ${format.time(hour.time, timeZone)}`;
  const low = peak(hours, (hour) => negative(hour.temperature));
  const high = peak(hours, (hour) => hour.temperature);
  const gusts = peak(hours, (hour) => hour.windGusts);
  const amount = total(hours.map((hour) => hour.precipitation));
  return [
    low &&
      high &&
      t('weather.charts.range', {
        low: measures.temperature(-low[1]),
        lowTime: at(low[0]),
        high: measures.temperature(high[1]),
        highTime: at(high[0]),
      }),
    amount !== null && tellAmount(amount, translation, measures),
    gusts && t('weather.charts.gusts', { speed: measures.speed(gusts[1]), time: at(gusts[0]) }),
  ]
    .filter(Boolean)
    .join(' ');
}

export function tellAmount(amount: number, { t }: Translation, measures: Measures): string {
  return amount > 0
    ? t('weather.charts.total', { amount: measures.precipitation(amount) })
    : t('weather.charts.dry');
}

export function hourColumns({ translation, measures, timeZone }: HourTelling): Column<Hour>[] {
  const { t, format } = translation;
  return [
    {
      title: t('weather.charts.time'),
      cell: (hour) =>
        `${format.weekdayAt(hour.time, timeZone)} ${format.time(hour.time, timeZone)}`,
    },
    {
      title: t('weather.charts.condition'),
      cell: (hour) => (hour.condition ? conditionName(translation, hour.condition) : noValue),
    },
    column(t('weather.charts.temperature'), (hour) => hour.temperature, measures.temperature),
    column(t('weather.charts.feelsLike'), (hour) => hour.feelsLike, measures.temperature),
    column(t('weather.charts.chance'), (hour) => hour.precipitationProbability, measures.percent),
    column(t('weather.charts.precipitation'), (hour) => hour.precipitation, measures.precipitation),
    column(t('weather.details.wind'), (hour) => hour.windSpeed, measures.speed),
    column(t('weather.charts.gustsTitle'), (hour) => hour.windGusts, measures.speed),
  ];
}

export function column<Row>(
  title: string,
  value: (row: Row) => number | null,
  tell: (value: number) => string,
): Column<Row> {
  return {
    title,
    cell: (row) => {
      const found = value(row);
      return found === null ? noValue : tell(found);
    },
  };
}
