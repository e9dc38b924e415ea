/** Tells an insight or summary in the person's language and units: the server sends a key and metric values. */
import type { Translation } from '../../i18n/I18n.tsx';
import type { Measures } from '../../units/measures.ts';
import type { Parameter } from './report.ts';

interface Telling {
  translation: Translation;
  measures: Measures;
  timeZone: string;
}

/** Null when this build has no words for the sentence: better silence than a key on the screen. */
export function tellSentence(
  { sentence, parameters }: { sentence: string; parameters: Record<string, Parameter> },
  telling: Telling,
): string | null {
  const values = Object.entries(parameters).map(([name, parameter]) => [
    name,
    tellParameter(parameter, telling),
  ]);
  return telling.translation.find(`insights.sentences.${sentence}`, Object.fromEntries(values));
}

export function tellParameter(
  parameter: Parameter,
  { translation, measures, timeZone }: Telling,
): string | number {
  switch (parameter.type) {
    case 'temperature':
      return measures.temperature(parameter.value);
    case 'temperature_difference':
      return measures.temperatureDifference(parameter.value);
    case 'speed':
      return measures.speed(parameter.value);
    case 'precipitation':
      return measures.precipitation(parameter.value);
    case 'precipitation_rate':
      return translation.t('weather.perHour', { amount: measures.precipitation(parameter.value) });
    case 'snowfall':
      return measures.snowfall(parameter.value);
    case 'percent':
      return measures.percent(parameter.value);
    case 'index':
      return translation.format.number(parameter.value);
    case 'count':
    case 'beaufort':
      return parameter.value;
    case 'condition':
      return conditionName(translation, parameter.value);
    case 'time':
      return translation.format.time(parameter.value, timeZone);
  }
}

export function conditionName({ find }: Translation, condition: string): string {
  return find(`conditions.${condition}`) ?? condition.replaceAll('_', ' ');
}
