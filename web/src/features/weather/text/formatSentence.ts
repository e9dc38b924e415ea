/** Formats an insight or a summary in the user's language and units: the server sends a key and metric values. */
import { type FormatContext, sentenceTime } from '../../../units/formatContext.ts';
import type { Parameter } from '../report.ts';
import { conditionName } from './conditionName.ts';

/** Null when this build has no text for the sentence, so that no key is shown to users. */
export function formatSentence(
  { sentence, parameters }: { sentence: string; parameters: Record<string, Parameter> },
  context: FormatContext,
): string | null {
  const format = (parameter: Parameter) =>
    parameter.type === 'time' && namesItsDay(sentence)
      ? context.translation.format.time(parameter.value, context.timeZone)
      : formatParameter(parameter, context);
  const values = Object.entries(parameters).map(([name, parameter]) => [name, format(parameter)]);
  return context.translation.find(`insights.sentences.${sentence}`, Object.fromEntries(values));
}

/** "Rain is likely tomorrow from 02:00": the day would be named twice. */
const namesItsDay = (sentence: string) => /_(today|tomorrow)$/.test(sentence);

export function formatParameter(parameter: Parameter, context: FormatContext): string | number {
  const { translation, measures } = context;
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
      return sentenceTime(parameter.value, context);
  }
}
