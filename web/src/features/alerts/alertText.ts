/** The text of an alert: the authority's own, or ours for a hazard that we computed. */
import type { components } from '../../api/schema.d.ts';
import { type FormatContext, sentenceTime } from '../../units/formatContext.ts';
import type { Alert } from './alerts.ts';

type Hazard = components['schemas']['Hazard'];

export interface AlertText {
  /** Set for an issued alert, whose text may not be in the page's language. */
  language?: string;
  title: string;
  description: string;
  /** What to do. */
  instruction: string | null;
}

/** An issued alert has its text in the user's language, else in English, else in the first language it has. */
export function alertText(alert: Alert, context: FormatContext): AlertText {
  if (alert.hazard) return hazardText(alert.hazard, context);
  const inLanguage = (language: string) =>
    alert.texts.find((text) => text.language.toLowerCase().split('-')[0] === language);
  const text = inLanguage(context.translation.language) ?? inLanguage('en') ?? alert.texts[0];
  return text ?? { title: '', description: '', instruction: null };
}

function hazardText(hazard: Hazard, context: FormatContext): AlertText {
  const { translation } = context;
  const values = {
    value: formatPeak(hazard, context),
    time: sentenceTime(hazard.peak_at, context),
  };
  return {
    title: translation.t(`hazards.${hazard.kind}.title`),
    description: translation.t(`hazards.${hazard.kind}.what`, values),
    instruction: translation.t(`hazards.${hazard.kind}.advice`),
  };
}

function formatPeak({ kind, peak }: Hazard, { translation, measures }: FormatContext): string {
  if (peak === null || peak === undefined) return '';
  switch (kind) {
    case 'wind':
    case 'gusts':
      return measures.speed(peak);
    case 'rain':
      return measures.precipitation(peak);
    case 'snow':
      return measures.snowfall(peak);
    case 'heat':
    case 'cold':
      return measures.temperature(peak);
    default:
      return translation.format.number(peak);
  }
}
