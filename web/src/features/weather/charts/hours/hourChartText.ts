/** Text of the hour chart: its summary and the columns of its table. */
import type { FormatContext } from '../../../../units/formatContext.ts';
import { noValue } from '../../../../units/measures.ts';
import type { Hour } from '../../report.ts';
import { conditionName } from '../../text/conditionName.ts';
import { describeAmount } from '../../text/describeAmount.ts';
import { maxBy, negated, sumOf } from '../aggregate.ts';
import { describeTotal, valueColumn } from '../chartText.ts';
import type { Column } from '../types.ts';

export function hourSummary(hours: Hour[], context: FormatContext): string {
  const { translation, measures, timeZone } = context;
  const { t, format } = translation;
  const at = (hour: Hour) =>
    `${format.weekdayAt(hour.time, timeZone)} ${format.fullHour(hour.time, timeZone)}`;
  const low = maxBy(hours, (hour) => negated(hour.temperature));
  const high = maxBy(hours, (hour) => hour.temperature);
  const gusts = maxBy(hours, (hour) => hour.windGusts);
  const amount = sumOf(hours.map((hour) => hour.precipitation));
  return [
    low &&
      high &&
      t('weather.charts.range', {
        low: measures.temperature(-low[1]),
        lowTime: at(low[0]),
        high: measures.temperature(high[1]),
        highTime: at(high[0]),
      }),
    amount !== null && describeTotal(amount, context),
    gusts && t('weather.charts.gusts', { speed: measures.speed(gusts[1]), time: at(gusts[0]) }),
  ]
    .filter(Boolean)
    .join(' ');
}

export function hourColumns(hours: Hour[], context: FormatContext): Column<Hour>[] {
  const { translation, measures, timeZone } = context;
  const { t, format } = translation;
  return [
    {
      title: t('weather.charts.time'),
      cell: (hour) =>
        hour.isNow
          ? t('weather.hours.now')
          : `${format.weekdayAt(hour.time, timeZone)} ${format.fullHour(hour.time, timeZone)}`,
    },
    {
      title: t('weather.charts.condition'),
      cell: (hour) => (hour.condition ? conditionName(translation, hour.condition) : noValue),
    },
    valueColumn(t('weather.charts.temperature'), (hour) => hour.temperature, measures.temperature),
    valueColumn(t('weather.charts.feelsLike'), (hour) => hour.feelsLike, measures.temperature),
    valueColumn(
      t('weather.charts.chance'),
      (hour) => hour.precipitationProbability,
      measures.percent,
    ),
    {
      title: t('weather.charts.precipitation'),
      cell: (hour) => describeAmount(hour, context) ?? noValue,
    },
    valueColumn(t('weather.details.wind'), (hour) => hour.windSpeed, measures.speed),
    valueColumn(t('weather.charts.gustsTitle'), (hour) => hour.windGusts, measures.speed),
    ...(hours.some(({ alert }) => alert)
      ? [{ title: t('weather.alerts.title'), cell: ({ alert }: Hour) => alert?.label ?? '' }]
      : []),
  ];
}
