/** Text that the hour chart and the day chart share. */
import type { FormatContext } from '../../../units/formatContext.ts';
import { noValue } from '../../../units/measures.ts';
import type { Column } from './types.ts';

export function describeTotal(amount: number, { translation, measures }: FormatContext): string {
  return amount > 0
    ? translation.t('weather.charts.total', { amount: measures.precipitation(amount) })
    : translation.t('weather.charts.dry');
}

export function valueColumn<Row>(
  title: string,
  value: (row: Row) => number | null,
  formatValue: (value: number) => string,
): Column<Row> {
  return {
    title,
    cell: (row) => {
      const found = value(row);
      return found === null ? noValue : formatValue(found);
    },
  };
}
