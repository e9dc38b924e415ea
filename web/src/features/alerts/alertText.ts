/** The text of an alert: the authority's own, or ours for a hazard that we computed. */
import type { components } from '../../api/schema.d.ts';
import { type FormatContext, sentenceTime } from '../../units/formatContext.ts';
import type { Alert } from './alerts.ts';

type Hazard = components['schemas']['Hazard'];
type IssuedText = components['schemas']['AlertText'];

export interface AlertText {
  /** Set for an issued alert, whose text may not be in the page's language. */
  language?: string;
  title: string;
  description: string;
  /** What to do. */
  instruction: string | null;
  /** Where, in the words of the authority. */
  area?: string;
}

/** An issued alert has its text in the user's language, else in English, else in the first language it has. */
export function alertText(alert: Alert, context: FormatContext): AlertText {
  if (alert.hazard) return hazardText(alert.hazard, alert.severity, context);
  return issuedText(alert, context) ?? { title: '', description: '', instruction: null };
}

function issuedText({ texts }: Alert, { translation }: FormatContext): IssuedText | undefined {
  const inLanguage = (language: string) =>
    texts.find((text) => languageOf(text.language) === language);
  return inLanguage(translation.language) ?? inLanguage('en') ?? texts[0];
}

/** The authority's original text, if another one is shown. */
export function originalText(alert: Alert, context: FormatContext): IssuedText | null {
  const [original] = alert.texts;
  return original && original !== issuedText(alert, context) ? original : null;
}

/** What the alert is about in the user's language, where the authority's title is in another one. */
export function translatedType(alert: Alert, context: FormatContext): string | null {
  const { t, language } = context.translation;
  const text = issuedText(alert, context);
  if (!alert.family || !text || languageOf(text.language) === language) return null;
  return t(`weather.alerts.family.${alert.family}`);
}

/** The shortest name of an alert in the user's language. */
export function shortTitle(alert: Alert, context: FormatContext): string {
  return translatedType(alert, context) ?? alertText(alert, context).title;
}

const languageOf = (tag: string) => tag.toLowerCase().split('-')[0];

function hazardText(
  hazard: Hazard,
  severity: Alert['severity'],
  context: FormatContext,
): AlertText {
  const { translation } = context;
  const values = {
    value: formatPeak(hazard, context),
    time: sentenceTime(hazard.peak_at, context),
  };
  return {
    title: translation.t(`hazards.${hazard.kind}.title.${severity}`),
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
