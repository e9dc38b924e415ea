/** Text of the day chart: its summary, a sentence for each day, and the columns of its table. */
import type { FormatContext } from '../../../../units/formatContext.ts';
import { noValue } from '../../../../units/measures.ts';
import type { Day } from '../../report.ts';
import { type Band, rangeText, spokenConfidence } from '../../series/confidence.ts';
import { conditionName } from '../../text/conditionName.ts';
import { maxBy, negated, sumOf } from '../aggregate.ts';
import { describeTotal, valueColumn } from '../chartText.ts';
import type { Column } from '../types.ts';

export function daySummary(
  days: Day[],
  kind: 'temperature' | 'precipitation',
  context: FormatContext,
): string {
  const { translation, measures } = context;
  const { t, format } = translation;
  if (kind === 'precipitation') {
    const amount = sumOf(days.map((day) => day.precipitation_sum));
    const wettest = maxBy(days, (day) => day.precipitation_sum);
    if (amount === null || !wettest || amount === 0) return t('weather.charts.dry');
    return `${describeTotal(amount, context)} ${t('weather.charts.wettest', {
      day: format.longDay(wettest[0].date),
      amount: measures.precipitation(wettest[1]),
    })}`;
  }
  const low = maxBy(days, (day) => negated(day.temperature_2m_min));
  const high = maxBy(days, (day) => day.temperature_2m_max);
  if (!low || !high) return t('weather.days.unavailable');
  return t('weather.charts.range', {
    low: measures.temperature(-low[1]),
    lowTime: format.longDay(low[0].date),
    high: measures.temperature(high[1]),
    highTime: format.longDay(high[0].date),
  });
}

export function describeDay(day: Day, { translation, measures }: FormatContext): string {
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
  return t('weather.hour.sentence', { time: format.longDay(day.date), parts: parts.join(', ') });
}

/** With how certain the day is, which is drawn in the chart. */
export function spokenDay(day: Day, context: FormatContext): string {
  const certainty = spokenConfidence(day, context).map((text) => `${text}.`);
  return [describeDay(day, context), ...certainty].join(' ');
}

export function dayColumns(context: FormatContext, days: Day[] = []): Column<Day>[] {
  const { translation, measures } = context;
  const { t, format } = translation;
  return [
    { title: t('weather.charts.day'), cell: (day) => format.longDay(day.date) },
    {
      title: t('weather.charts.condition'),
      cell: (day) => (day.condition ? conditionName(translation, day.condition) : noValue),
    },
    valueColumn(t('weather.days.low'), (day) => day.temperature_2m_min, measures.temperature),
    valueColumn(t('weather.charts.mean'), (day) => day.temperature_2m_mean, measures.temperature),
    valueColumn(t('weather.days.high'), (day) => day.temperature_2m_max, measures.temperature),
    valueColumn(
      t('weather.charts.chance'),
      (day) => day.precipitation_probability_max,
      measures.percent,
    ),
    valueColumn(
      t('weather.charts.precipitation'),
      (day) => day.precipitation_sum,
      measures.precipitation,
    ),
    valueColumn(t('weather.details.wind'), (day) => day.wind_speed_10m_max, measures.speed),
    valueColumn(t('weather.charts.gustsTitle'), (day) => day.wind_gusts_10m_max, measures.speed),
    ...(days.some((day) => day.confidence) ? confidenceColumns(context) : []),
  ];
}

function confidenceColumns({ translation, measures }: FormatContext): Column<Day>[] {
  const { t } = translation;
  const column = (
    title: string,
    band: (day: Day) => Band | null | undefined,
    formatValue: (value: number) => string,
  ): Column<Day> => ({
    title,
    cell: (day) => {
      const found = band(day);
      return found ? rangeText(found, formatValue, { translation }) : noValue;
    },
  });
  return [
    column(
      t('weather.confidence.lowTitle'),
      (day) => day.confidence?.temperature_2m_min,
      measures.temperature,
    ),
    column(
      t('weather.confidence.highTitle'),
      (day) => day.confidence?.temperature_2m_max,
      measures.temperature,
    ),
    column(
      t('weather.confidence.amountTitle'),
      (day) => day.confidence?.precipitation_sum,
      measures.precipitation,
    ),
  ];
}
