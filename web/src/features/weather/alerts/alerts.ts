/** Warnings as the page shows them: who says so, how grave, until when; and how well this place is covered at all. */
import type { components } from '../../../api/schema.d.ts';
import type { Translation } from '../../../i18n/I18n.tsx';
import type { Measures } from '../../../units/measures.ts';

type Schemas = components['schemas'];
export type Severity = Schemas['Severity'];
export type Alert = Schemas['Alert'];
export type Alerts = Schemas['Alerts'];
type Computed = Schemas['Hazard'];

export interface AlertWords {
  /** Of an authority, whose words may not be in the page's language. */
  language?: string;
  title: string;
  description: string;
  /** What to do. */
  instruction: string | null;
}

interface Telling {
  translation: Translation;
  measures: Measures;
  timeZone: string;
}

/** An authority's words in the reader's language where it has them, else in English, else as it wrote them; or ours. */
export function wordsOf(alert: Alert, telling: Telling): AlertWords {
  if (alert.hazard) return computedWords(alert.hazard, telling);
  const inLanguage = (language: string) =>
    alert.texts.find((text) => text.language.toLowerCase().split('-')[0] === language);
  const text = inLanguage(telling.translation.language) ?? inLanguage('en') ?? alert.texts[0];
  return text ?? { title: '', description: '', instruction: null };
}

function computedWords(computed: Computed, telling: Telling): AlertWords {
  const { translation, timeZone } = telling;
  const values = {
    value: peakOf(computed, telling),
    time: translation.format.time(computed.peak_at, timeZone),
  };
  return {
    title: translation.t(`hazards.${computed.kind}.title`),
    description: translation.t(`hazards.${computed.kind}.what`, values),
    instruction: translation.t(`hazards.${computed.kind}.advice`),
  };
}

function peakOf({ kind, peak }: Computed, { translation, measures }: Telling): string {
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

const ranks: Record<Severity, number> = { severe: 0, moderate: 1, info: 2 };

/** The gravest first; of equal gravity an authority's before ours, then the earlier. */
export function mostImportantFirst(alerts: Alert[]): Alert[] {
  return alerts.toSorted(
    (a, b) =>
      ranks[a.severity] - ranks[b.severity] ||
      Number(a.origin === 'computed') - Number(b.origin === 'computed') ||
      a.starts_at.localeCompare(b.starts_at),
  );
}
