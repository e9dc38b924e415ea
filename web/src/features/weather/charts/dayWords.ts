/** The words of the day chart: a sentence that sums up, a sentence for each day, and the columns of its table. */
import { noValue } from '../../../units/measures.ts';
import type { Day } from '../report.ts';
import { conditionName } from '../sentence.ts';
import type { Column } from './ChartFrame.tsx';
import { column, negative, peak, type Telling, tellAmount, total } from './words.ts';

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
