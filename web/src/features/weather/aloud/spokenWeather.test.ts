/** The weather as it is read aloud. */
import { expect, test } from 'vitest';
import { pageTexts } from '../../../../build/texts.ts';
import { createTranslation } from '../../../i18n/I18n.tsx';
import type { Language } from '../../../i18n/language.ts';
import { defaultUnits } from '../../../storage/values.ts';
import { buildAlert, covered } from '../../../testing/alerts.ts';
import { buildReport } from '../../../testing/report.ts';
import { createMeasures } from '../../../units/measures.ts';
import type { WeatherReport } from '../report.ts';
import { tellWeather } from './spokenWeather.ts';

function told(change: Partial<WeatherReport> = {}, language: Language = 'en'): string {
  const translation = createTranslation({ language, texts: JSON.parse(pageTexts(language)) });
  const measures = createMeasures(defaultUnits, translation.format.locale);
  const report = buildReport(new Date('2026-07-01T08:00:00Z'), change);
  return tellWeather(report, { translation, measures, placeName: 'Berlin' });
}

test('the place, the sky, the numbers', () => {
  expect(told()).toBe('Berlin. Light rain, 17°. Feels like 15°. High 19°. Low 11°.');
  expect(told({}, 'de')).toMatch(/^Berlin\. Leichter Regen, 17°\. /);
});

test('warnings come first, and our own notices are not called official', () => {
  const ends_at = '2026-07-01T19:00:00Z';
  const issued = buildAlert({ severity: 'severe', ends_at });
  expect(told({ alerts: covered(issued) })).toMatch(
    /^Severe warning: Wind gusts\. Until Wed 21:00\. Berlin\. /,
  );
  const own = buildAlert({ severity: 'severe', ends_at, origin: 'computed' });
  expect(told({ alerts: covered(own) })).toMatch(/^Notice by Halcyon, Severe: Wind gusts\. /);
});

test('what the source does not know is said to be unknown', () => {
  expect(told({ current: { unavailable: 'not_provided_by_source' } })).toMatch(
    /^The present weather is not available right now\. High 19°/,
  );
});
