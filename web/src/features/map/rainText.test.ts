/** The sentences about rain in every language. */
import { expect, test } from 'vitest';
import { pageTexts } from '../../../build/texts.ts';
import { createTranslation } from '../../i18n/I18n.tsx';
import type { Language } from '../../i18n/language.ts';
import { defaultUnits } from '../../storage/values.ts';
import { createMeasures } from '../../units/measures.ts';
import type { RainReport } from './queries.ts';
import { rainSentence, rateText } from './rainText.ts';

const report = {
  observed_at: '2026-11-17T14:00:00Z',
  summary: {
    state: 'approaching',
    intensity: 'moderate',
    from: '2026-11-17T14:38:00Z',
    to: '2026-11-17T15:02:00Z',
    margin_minutes: 8,
    distance_km: 40,
    bearing: 268,
    heading: 92,
    speed_kmh: 63,
    confidence: 'high',
  },
} as RainReport;

function contextOf(language: Language, units = defaultUnits) {
  const translation = createTranslation({ language, texts: JSON.parse(pageTexts(language)) });
  return {
    translation,
    units,
    measures: createMeasures(units, language),
    timeZone: 'Europe/Berlin',
    now: new Date('2026-11-17T14:02:00Z'),
  };
}

const spoken = (text: string) => text.replaceAll('\u00a0', ' ');

test.each<[Language, string]>([
  [
    'en',
    'Moderate rain 40 km west, arriving about 15:40, for about 25 minutes. It is moving east at 63 km/h. Give or take 8 minutes.',
  ],
  [
    'de',
    'Mäßiger Regen 40 km westlich, hier etwa ab 15:40, für etwa 25 Minuten. Er zieht mit 63 km/h nach Osten. Auf etwa 8 Minuten genau.',
  ],
  [
    'tr',
    'Batıda 40 km uzakta: orta şiddette yağmur. Buraya varışı yaklaşık 15:40, süresi yaklaşık 25 dakika. Doğuya doğru 63 km/sa hızla ilerliyor. Yaklaşık 8 dakika oynayabilir.',
  ],
])('what arrives, in %s', (language, sentence) => {
  expect(spoken(rainSentence(report, contextOf(language)))).toBe(sentence);
});

test.each<[Language, string]>([
  ['en', 'Raining now: moderate rain. It lasts for the next hour at least.'],
  ['de', 'Es regnet: mäßiger Regen. Es hält mindestens die nächste Stunde an.'],
  ['tr', 'Şu an yağıyor: orta şiddette yağmur. En az bir saat daha sürecek.'],
])('after a colon the words for rain begin with a small letter, in %s', (language, words) => {
  const raining = { ...report.summary, state: 'raining', to: null } as const;
  expect(rainSentence({ ...report, summary: raining }, contextOf(language))).toBe(words);
});

test('distances, speeds and rates are in the chosen units', () => {
  const context = contextOf('en', { ...defaultUnits, distance: 'mi', precipitation: 'inches' });
  expect(spoken(rainSentence(report, context))).toContain('25 mi west');
  expect(spoken(rainSentence(report, context))).toContain('at 39 mph');
  expect(spoken(rateText(25.4, context))).toBe('1 in/h');
});

test('times are rounded to five minutes within half an hour, to ten after it', () => {
  const at = (from: string) =>
    rainSentence(
      { ...report, summary: { ...report.summary, from, to: null } } as RainReport,
      contextOf('en'),
    );
  expect(at('2026-11-17T14:22:00Z')).toContain('about 15:20');
  expect(at('2026-11-17T14:24:00Z')).toContain('about 15:25');
  expect(at('2026-11-17T14:44:00Z')).toContain('about 15:40');
});
