/** Sentences of the server in the user's language and units. */
import { describe, expect, test } from 'vitest';
import { pageTexts } from '../../../../build/texts.ts';
import { createTranslation } from '../../../i18n/I18n.tsx';
import type { Language } from '../../../i18n/language.ts';
import { defaultUnits, type Units } from '../../../storage/values.ts';
import { createMeasures } from '../../../units/measures.ts';
import type { Insight } from '../report.ts';
import { formatSentence } from './formatSentence.ts';

const evening = new Date('2026-11-15T17:00:00Z');

function contextFor(language: Language, units: Units = defaultUnits, now = evening) {
  const translation = createTranslation({ language, texts: JSON.parse(pageTexts(language)) });
  const measures = createMeasures(units, translation.format.locale);
  return { translation, measures, timeZone: 'Europe/Berlin', now };
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
    time: { type: 'time', value: '2026-11-15T20:00:00Z' },
  },
};

test('a time is in the time zone of the place', () => {
  expect(formatSentence(stops, contextFor('en'))).toBe('The rain stops at about 19:30.');
});

describe('a temperature is in the chosen unit', () => {
  test.each([
    ['celsius', 'The temperature falls from 20° to 5° by 21:00.'],
    ['fahrenheit', 'The temperature falls from 68° to 41° by 21:00.'],
  ] as const)('%s', (temperature, expected) => {
    expect(formatSentence(swing, contextFor('en', { ...defaultUnits, temperature }))).toBe(
      expected,
    );
  });
});

// [C5, C17]
describe('a time that is not today names its day', () => {
  const pauses: Pick<Insight, 'sentence' | 'parameters'> = {
    sentence: 'rain_pauses',
    parameters: {
      time: { type: 'time', value: '2026-11-15T22:59:00Z' },
      again: { type: 'time', value: '2026-11-15T23:00:00Z' },
    },
  };

  test.each([
    ['en', 'The rain pauses at about 23:59, and starts again at about 00:00 on Monday.'],
    ['de', 'Der Regen macht gegen 23:59 eine Pause und beginnt gegen 00:00 am Montag wieder.'],
    [
      'tr',
      'Yağmur saat 23:59 civarında ara veriyor, saat 00:00 (Pazartesi) civarında yeniden başlıyor.',
    ],
  ] as const)('in %s', (language, expected) => {
    expect(formatSentence(pauses, contextFor(language))).toBe(expected);
  });

  test('midnight is that of the place', () => {
    const later = contextFor('en', defaultUnits, new Date('2026-11-15T23:00:00Z'));
    expect(formatSentence(pauses, later)).toBe(
      'The rain pauses at about 23:59 on Sunday, and starts again at about 00:00.',
    );
  });

  test('a sentence that names the day itself does not name it twice', () => {
    const tomorrow: Pick<Insight, 'sentence' | 'parameters'> = {
      sentence: 'wind_gusts_tomorrow',
      parameters: {
        time: { type: 'time', value: '2026-11-16T05:00:00Z' },
        gusts: { type: 'speed', value: 22 },
      },
    };
    expect(formatSentence(tomorrow, contextFor('en'))?.replaceAll('\u00a0', ' ')).toBe(
      'Strong gusts tomorrow around 06:00, up to 22 m/s.',
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
