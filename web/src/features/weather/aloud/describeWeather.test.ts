/** The weather as it is read aloud. */
import { expect, test } from 'vitest';
import { pageTexts } from '../../../../build/texts.ts';
import { createTranslation } from '../../../i18n/I18n.tsx';
import type { Language } from '../../../i18n/language.ts';
import { defaultUnits } from '../../../storage/values.ts';
import { buildReport } from '../../../testing/report.ts';
import { createMeasures } from '../../../units/measures.ts';
import type { WeatherReport } from '../report.ts';
import { describeWeather } from './describeWeather.ts';

function described(change: Partial<WeatherReport> = {}, language: Language = 'en'): string {
  const translation = createTranslation({ language, texts: JSON.parse(pageTexts(language)) });
  const measures = createMeasures(defaultUnits, translation.format.locale);
  const now = new Date('2026-07-01T08:00:00Z');
  const context = { translation, measures, timeZone: 'Europe/Berlin', now };
  return describeWeather(buildReport(now, change), 'Berlin', context);
}

test('names the place, the condition and the temperatures', () => {
  expect(described()).toBe('Berlin. Light rain, 17°. Feels like 15°. High 19°. Low 11°.');
  expect(described({}, 'de')).toMatch(/^Berlin\. Leichter Regen, 17°\. /);
});

test('says that the current weather is unavailable when the provider does not know it', () => {
  expect(described({ current: { unavailable: 'not_provided_by_source' } })).toMatch(
    /^The present weather is not available right now\. High 19°/,
  );
});
