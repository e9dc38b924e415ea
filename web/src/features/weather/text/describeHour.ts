/** One hour as a sentence, read by screen readers and shown in the list. */
import type { FormatContext } from '../../../units/formatContext.ts';
import type { Hour } from '../report.ts';
import { conditionName } from './conditionName.ts';
import { describeAmount } from './describeAmount.ts';

/** Leaves out what the provider does not know. */
export function describeHour(hour: Hour, context: FormatContext): string {
  const { translation, measures, timeZone } = context;
  const { t, format } = translation;
  const clause = (value: number | null, formatValue: (value: number) => string) =>
    value === null ? null : formatValue(value);
  const parts = [
    hour.condition && conditionName(translation, hour.condition),
    clause(hour.temperature, measures.temperature),
    clause(hour.precipitationProbability, (chance) =>
      t('weather.hour.chance', { chance: measures.percent(chance) }),
    ),
    hour.precipitation ? describeAmount(hour, context) : null,
    clause(hour.windSpeed, (speed) => t('weather.hour.wind', { speed: measures.speed(speed) })),
    clause(hour.windGusts, (speed) => t('weather.hour.gusts', { speed: measures.speed(speed) })),
    hour.alert && t('weather.hour.alert', { alert: hour.alert.label }),
  ];
  return t('weather.hour.sentence', {
    time: hour.isNow ? t('weather.hours.now') : format.fullHour(hour.time, timeZone),
    parts: parts.filter(Boolean).join(', '),
  });
}
