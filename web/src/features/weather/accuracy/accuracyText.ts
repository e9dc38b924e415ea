/** The accuracy of forecasts in words: one sentence, and the columns and sentences of the chart. */
import type { Translation } from '../../../i18n/I18n.tsx';
import type { Units } from '../../../storage/values.ts';
import { temperatureDifferenceIn } from '../../../units/convert.ts';
import type { Measures } from '../../../units/measures.ts';
import { valueColumn } from '../charts/chartText.ts';
import type { Column } from '../charts/types.ts';
import type { AccuracyDay, AccuracyReport, LeadAccuracy } from './queries.ts';

export interface AccuracyContext {
  translation: Translation;
  measures: Measures;
  units: Units;
}

/** Round numbers of about the same size in both units. */
const tolerances = { celsius: 2, fahrenheit: 4 };

/** What counts as close, as "2°" in the user's unit. */
export const toleranceText = (units: Units) => `${tolerances[units.temperature]}°`;

/** The same in °C. */
export const toleranceCelsius = (units: Units) =>
  tolerances[units.temperature] / temperatureDifferenceIn(units.temperature, 1);

/** "Tomorrow’s high was within 2° on 27 of the last 30 days."; null with too few days. */
export function accuracySentence(
  report: AccuracyReport,
  lead: LeadAccuracy | undefined,
  { translation, units }: Pick<AccuracyContext, 'translation' | 'units'>,
): string | null {
  if (!lead?.high) return null;
  const { days, within_2_celsius: celsius, within_4_fahrenheit: fahrenheit } = lead.high;
  const hits = units.temperature === 'celsius' ? celsius : fahrenheit;
  const when = lead.days_ahead === 1 ? 'tomorrow' : 'later';
  const period = days === report.period_days ? 'Last' : 'Some';
  return translation.t(`accuracy.${when}${period}`, {
    ahead: lead.days_ahead,
    degrees: toleranceText(units),
    hits,
    days,
  });
}

/** "1.3°" in the user's unit. */
export function differenceText(
  celsius: number,
  { translation, units }: Pick<AccuracyContext, 'translation' | 'units'>,
): string {
  const value = temperatureDifferenceIn(units.temperature, celsius);
  return `${translation.format.number(value, 1)}°`;
}

/** Forecast minus result in °C; null where one of them is not known. */
export function highError(day: AccuracyDay, lead: number): number | null {
  const forecast = day.forecasts[lead]?.temperature_2m_max ?? null;
  const result = day.result.temperature_2m_max;
  return forecast === null || result === null ? null : forecast - result;
}

export function describeAccuracyDay(
  day: AccuracyDay,
  lead: number,
  { translation, measures }: AccuracyContext,
): string {
  const { t, format } = translation;
  const forecast = day.forecasts[lead]?.temperature_2m_max ?? null;
  const result = day.result.temperature_2m_max;
  const name = format.longDay(day.date);
  if (forecast === null || result === null) return t('accuracy.unknownDay', { day: name });
  return t('accuracy.day', {
    day: name,
    forecast: measures.temperature(forecast),
    result: measures.temperature(result),
  });
}

export function accuracyColumns(
  lead: number,
  { translation, measures }: AccuracyContext,
): Column<AccuracyDay>[] {
  const { t, format } = translation;
  const values = [
    ['high', 'temperature_2m_max', measures.temperature],
    ['low', 'temperature_2m_min', measures.temperature],
    ['rain', 'precipitation_sum', measures.precipitation],
  ] as const;
  return [
    { title: t('weather.charts.day'), cell: (day) => format.longDay(day.date) },
    ...values.flatMap(([name, field, formatValue]) => [
      valueColumn<AccuracyDay>(
        t(`accuracy.column.${name}Forecast`),
        (day) => day.forecasts[lead]?.[field] ?? null,
        formatValue,
      ),
      valueColumn<AccuracyDay>(
        t(`accuracy.column.${name}`),
        (day) => day.result[field],
        formatValue,
      ),
    ]),
  ];
}
