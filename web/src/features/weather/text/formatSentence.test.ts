/** Sentences of the server in the user's language and units. */
import { describe, expect, test } from 'vitest';
import { pageTexts } from '../../../../build/texts.ts';
import { createTranslation } from '../../../i18n/I18n.tsx';
import type { Language } from '../../../i18n/language.ts';
import { defaultUnits, type Units } from '../../../storage/values.ts';
import { createMeasures } from '../../../units/measures.ts';
import type { Insight } from '../report.ts';
import { formatSentence } from './formatSentence.ts';

function contextFor(language: Language, units: Units = defaultUnits) {
  const translation = createTranslation({ language, texts: JSON.parse(pageTexts(language)) });
  const measures = createMeasures(units, translation.format.locale);
  return { translation, measures, timeZone: 'Europe/Berlin' };
}

const stops: Pick<Insight, 'sentence' | 'parameters'> = {
  sentence: 'rain_stops',
  parameters: { time: { type: 'time', value: '2026-11-15T18:30:00Z' } },
};
const swing: Pick<Insight, 'sentence' | 'parameters'> = {
  sentence: 'temperature_falls',
  parameters: {
    from: { type: 'temperature', value: 20 },
    to: { type: 'temperature', value: 5 },
    time: { type: 'time', value: '2026-11-15T05:00:00Z' },
  },
};

test('a time is in the time zone of the place', () => {
  expect(formatSentence(stops, contextFor('en'))).toBe('The rain stops at about 19:30.');
});

describe('a temperature is in the chosen unit', () => {
  test.each([
    ['celsius', 'The temperature falls from 20° to 5° by 06:00.'],
    ['fahrenheit', 'The temperature falls from 68° to 41° by 06:00.'],
  ] as const)('%s', (temperature, expected) => {
    expect(formatSentence(swing, contextFor('en', { ...defaultUnits, temperature }))).toBe(
      expected,
    );
  });
});

test.each(['de', 'tr'] as const)('every placeholder is filled in %s', (language) => {
  expect(formatSentence(swing, contextFor(language))).not.toMatch(/[{}]/);
});

test('a sentence that this build does not know is omitted', () => {
  const unknown = { sentence: 'frogs_fall', parameters: {} } as never;
  expect(formatSentence(unknown, contextFor('en'))).toBeNull();
});
