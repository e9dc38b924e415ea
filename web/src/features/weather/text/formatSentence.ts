/** Formats an insight or a summary in the user's language and units: the server sends a key and metric values. */
import type { FormatContext } from '../../../units/formatContext.ts';
import type { Parameter } from '../report.ts';
import { conditionName } from './conditionName.ts';

/** Null when this build has no text for the sentence, so that no key is shown to users. */
export function formatSentence(
  { sentence, parameters }: { sentence: string; parameters: Record<string, Parameter> },
  context: FormatContext,
): string | null {
  const values = Object.entries(parameters).map(([name, parameter]) => [
    name,
    formatParameter(parameter, context),
  ]);
  return context.translation.find(`insights.sentences.${sentence}`, Object.fromEntries(values));
}

export function formatParameter(
  parameter: Parameter,
  { translation, measures, timeZone }: FormatContext,
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
