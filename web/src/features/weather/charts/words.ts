/** The words of the charts: a sentence that sums up, a sentence for each day, and the columns of the tables. */
import type { Translation } from '../../../i18n/I18n.tsx';
import { type Measures, noValue } from '../../../units/measures.ts';
import type { Day, Hour } from '../report.ts';
import { conditionName } from '../sentence.ts';
import type { Column } from './ChartFrame.tsx';

interface Telling {
  translation: Translation;
  measures: Measures;
}

type HourTelling = Telling & { timeZone: string };

/** The row with the largest value, or null when none has one. */
function peak<Row>(rows: Row[], value: (row: Row) => number | null): [Row, number] | null {
  let best: [Row, number] | null = null;
  for (const row of rows) {
    const found = value(row);
    if (found !== null && (best === null || found > best[1])) best = [row, found];
  }
  return best;
}

/** Nothing for what the source does not know. */
const negative = (value: number | null) => (value === null ? null : -value);

function total(values: Array<number | null>): number | null {
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

function tellAmount(amount: number, { t }: Translation, measures: Measures): string {
  return amount > 0
    ? t('weather.charts.total', { amount: measures.precipitation(amount) })
    : t('weather.charts.dry');
}

export function daySummary(
  days: Day[],
  kind: 'temperature' | 'precipitation',
  { translation, measures }: Telling,
): string {
  const { t, format } = translation;
  if (kind === 'precipitation') {
    const amount = total(days.map((day) => day.precipitation_sum));
    const wettest = peak(days, (day) => day.precipitation_sum);
    if (amount === null || !wettest || amount === 0) return t('weather.charts.dry');
    return `${tellAmount(amount, translation, measures)} ${t('weather.charts.wettest', {
      day: format.longDay(wettest[0].date),
      amount: measures.precipitation(wettest[1]),
    })}`;
  }
  const low = peak(days, (day) => negative(day.temperature_2m_min));
  const high = peak(days, (day) => day.temperature_2m_max);
  if (!low || !high) return t('weather.days.unavailable');
  return t('weather.charts.range', {
    low: measures.temperature(-low[1]),
    lowTime: format.longDay(low[0].date),
    high: measures.temperature(high[1]),
    highTime: format.longDay(high[0].date),
  });
}

export function tellDay(day: Day, { translation, measures }: Telling): string {
  const { t, format } = translation;
  const parts = [
    day.condition && conditionName(translation, day.condition),
    day.temperature_2m_min !== null &&
      day.temperature_2m_max !== null &&
      t('weather.charts.lowToHigh', {
        low: measures.temperature(day.temperature_2m_min),
        high: measures.temperature(day.temperature_2m_max),
      }),
    day.precipitation_probability_max !== null &&
      t('weather.hour.chance', { chance: measures.percent(day.precipitation_probability_max) }),
    day.precipitation_sum !== null && measures.precipitation(day.precipitation_sum),
    day.wind_speed_10m_max !== null &&
      t('weather.hour.wind', { speed: measures.speed(day.wind_speed_10m_max) }),
  ].filter(Boolean);
  if (parts.length === 0) parts.push(t('weather.days.beyond'));
  return t('weather.hour.sentence', {
    time: format.longDay(day.date),
    parts: parts.join(', '),
  });
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

export function dayColumns({ translation, measures }: Telling): Column<Day>[] {
  const { t, format } = translation;
  return [
    { title: t('weather.charts.day'), cell: (day) => format.longDay(day.date) },
    {
      title: t('weather.charts.condition'),
      cell: (day) => (day.condition ? conditionName(translation, day.condition) : noValue),
    },
    column(t('weather.days.low'), (day) => day.temperature_2m_min, measures.temperature),
    column(t('weather.days.high'), (day) => day.temperature_2m_max, measures.temperature),
    column(
      t('weather.charts.chance'),
      (day) => day.precipitation_probability_max,
      measures.percent,
    ),
    column(
      t('weather.charts.precipitation'),
      (day) => day.precipitation_sum,
      measures.precipitation,
    ),
    column(t('weather.details.wind'), (day) => day.wind_speed_10m_max, measures.speed),
    column(t('weather.charts.gustsTitle'), (day) => day.wind_gusts_10m_max, measures.speed),
  ];
}

function column<Row>(
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
