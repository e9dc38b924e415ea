/** What a function needs to put weather into words: the language, the units and the time zone of the place. */
import { type Translation, useTranslation } from '../i18n/I18n.tsx';
import type { Measures } from './measures.ts';
import { useMeasures } from './useMeasures.ts';

export interface FormatContext {
  translation: Translation;
  measures: Measures;
  timeZone: string;
}

export function useFormatContext(timeZone: string): FormatContext {
  return { translation: useTranslation(), measures: useMeasures(), timeZone };
}
