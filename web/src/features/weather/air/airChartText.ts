/** Text of the chart of the hours: its summary, its sentences and the columns of its table. */
import type { FormatContext } from '../../../units/formatContext.ts';
import { noValue } from '../../../units/measures.ts';
import { maxBy, negated } from '../charts/aggregate.ts';
import type { Column } from '../charts/types.ts';
import { type AirHour, type IndexKind, indexOf } from './air.ts';
import { levelName } from './airSentence.ts';

type Context = Pick<FormatContext, 'translation' | 'timeZone'>;

/** "Tue 17:00" */
function hourName({ time }: AirHour, { translation, timeZone }: Context): string {
  const { format } = translation;
  return `${format.weekdayAt(time, timeZone)} ${format.fullHour(time, timeZone)}`;
}

export function describeAirHour(hour: AirHour, kind: IndexKind, context: Context): string {
  const { t } = context.translation;
  const time = hourName(hour, context);
  const index = indexOf(hour, kind);
  if (!index) return t('air.chart.unknown', { time });
  return t('air.chart.hour', {
    time,
    level: levelName(context.translation, kind, index.level),
    value: index.value,
    pollutant: t(`air.pollutant.${index.main}`),
  });
}

export function airSummary(hours: AirHour[], kind: IndexKind, context: Context): string {
  const { t } = context.translation;
  const value = (hour: AirHour) => indexOf(hour, kind)?.value ?? null;
  const [worst] = maxBy(hours, value) ?? [];
  const [best] = maxBy(hours, (hour) => negated(value(hour))) ?? [];
  const worstIndex = worst && indexOf(worst, kind);
  const bestIndex = best && indexOf(best, kind);
  if (!worstIndex || !bestIndex) return t('air.chart.none');
  return t('air.chart.summary', {
    best: levelName(context.translation, kind, bestIndex.level),
    bestTime: hourName(best, context),
    worst: levelName(context.translation, kind, worstIndex.level),
    worstTime: hourName(worst, context),
  });
}

export function airColumns(kind: IndexKind, context: Context): Column<AirHour>[] {
  const { translation } = context;
  const { t, format } = translation;
  const cell =
    (text: (index: NonNullable<ReturnType<typeof indexOf>>) => string) => (hour: AirHour) => {
      const index = indexOf(hour, kind);
      return index ? text(index) : noValue;
    };
  return [
    { title: t('weather.charts.time'), cell: (hour) => hourName(hour, context) },
    {
      title: t('air.column.level'),
      cell: cell(({ level }) => levelName(translation, kind, level)),
    },
    { title: t('air.column.index'), cell: cell(({ value }) => format.number(value)) },
    { title: t('air.column.main'), cell: cell(({ main }) => t(`air.pollutant.${main}`)) },
  ];
}
