/** What a function needs to put weather into words: the language, the units, the time zone of the place and the present. */
import { type Translation, useTranslation } from '../i18n/I18n.tsx';
import type { Measures } from './measures.ts';
import { useMeasures } from './useMeasures.ts';

export interface FormatContext {
  translation: Translation;
  measures: Measures;
  timeZone: string;
  /** Decides which times are today's. */
  now: Date;
}

export function useFormatContext(timeZone: string): FormatContext {
  return { translation: useTranslation(), measures: useMeasures(), timeZone, now: new Date() };
}

/** A time within a sentence: "17:42", or "02:00 on Tuesday" when that is not today at the place. */
export function sentenceTime(
  at: string,
  { translation, timeZone, now }: Pick<FormatContext, 'translation' | 'timeZone' | 'now'>,
): string {
  const { t, format } = translation;
  const time = format.time(at, timeZone);
  const day = format.otherDay(at, timeZone, now);
  return day === null ? time : t('insights.timeOnDay', { time, day });
}
