/** The value of a field at a point, in words. */
import { type Field, temperatureOf, windOf } from './drawing/fields.ts';
import type { Picture } from './drawing/picture.ts';
import { rateOf } from './drawing/rainClass.ts';
import { inSentence, type RainContext, rateText, rateWord } from './rainText.ts';

/** `light rain, 1.4 mm/h`, `17°` or `12 km/h`; undefined while it is not loaded. */
export function fieldText(
  { field, isModel }: Pick<Picture, 'field' | 'isModel'>,
  byte: number | undefined,
  context: RainContext,
): string {
  const { t } = context.translation;
  if (byte === undefined) return t('map.cross.loading');
  return fieldValue(field, byte, context) ?? t(isModel ? 'map.cross.noValue' : 'map.cross.none');
}

/** Null where there is no value. */
function fieldValue(field: Field, byte: number, context: RainContext): string | null {
  if (field === 'rain') {
    const rate = rateOf(byte);
    if (rate === null) return null;
    const word = inSentence(rateWord(rate, context), context);
    return rate === 0 ? word : `${word}, ${rateText(rate, context)}`;
  }
  const value = field === 'temperature' ? temperatureOf(byte) : windOf(byte);
  if (value === null) return null;
  const { temperature, speed } = context.measures;
  return field === 'temperature' ? temperature(value) : speed(value);
}
