/** One hour in one sentence, as a screen reader says it and a list shows it. */
import type { Translation } from '../../i18n/I18n.tsx';
import type { Measures } from '../../units/measures.ts';
import type { Hour } from './report.ts';
import { conditionName } from './sentence.ts';

interface Telling {
  translation: Translation;
  measures: Measures;
  timeZone: string;
}

/** What the source does not know is left out. */
export function tellHour(hour: Hour, { translation, measures, timeZone }: Telling): string {
  const { t, format } = translation;
  const clause = (value: number | null, tell: (value: number) => string) =>
    value === null ? null : tell(value);
  const parts = [
    hour.condition && conditionName(translation, hour.condition),
    clause(hour.temperature, measures.temperature),
    clause(hour.precipitationProbability, (chance) =>
      t('weather.hour.chance', { chance: measures.percent(chance) }),
    ),
    clause(hour.precipitation, (amount) => (amount > 0 ? measures.precipitation(amount) : '')),
    clause(hour.windSpeed, (speed) => t('weather.hour.wind', { speed: measures.speed(speed) })),
    clause(hour.windGusts, (speed) => t('weather.hour.gusts', { speed: measures.speed(speed) })),
  ];
  return t('weather.hour.sentence', {
    time: format.time(hour.time, timeZone),
    parts: parts.filter(Boolean).join(', '),
  });
}
