/** The precipitation of an hour, no finer than the source has it: "0.9 mm", or "2.7 mm in 3 h" for a longer step. */
import type { FormatContext } from '../../../units/formatContext.ts';
import { type Hour, stepAmount } from '../report.ts';

export function describeAmount(
  hour: Pick<Hour, 'precipitation' | 'stepHours'>,
  { translation, measures }: Pick<FormatContext, 'translation' | 'measures'>,
): string | null {
  const amount = stepAmount(hour);
  if (amount === null) return null;
  const text = measures.precipitation(amount);
  return hour.stepHours === 1 || amount === 0
    ? text
    : translation.t('weather.hour.inHours', { amount: text, hours: hour.stepHours });
}
