/** The sentence about the air: the index, what is worse later, smoke, dust, and pollen with what the user reacts to. */
import { describe, expect, test } from 'vitest';
import { pageTexts } from '../../../../build/texts.ts';
import { createTranslation } from '../../../i18n/I18n.tsx';
import type { Language } from '../../../i18n/language.ts';
import type { Species } from '../../../storage/air.ts';
import { buildAir, european, pollenOf, us } from '../../../testing/air.ts';
import type { AirQuality, IndexKind } from './air.ts';
import { airSentence } from './airSentence.ts';

/** 10:00 in Berlin. */
const now = new Date('2026-05-12T08:00:00Z');
const at = (hour: number) => `2026-05-12T${String(hour).padStart(2, '0')}:00:00Z`;

interface Options {
  kind?: IndexKind;
  mine?: Species[];
  language?: Language;
}

function say(change: Partial<AirQuality>, options: Options = {}): string {
  const { kind = 'european', mine = [], language = 'en' } = options;
  const translation = createTranslation({ language, texts: JSON.parse(pageTexts(language)) });
  const context = { translation, timeZone: 'Europe/Berlin', now };
  return airSentence(buildAir(now, change), kind, mine, context);
}

const current = (change: Partial<AirQuality['current']>) => ({
  current: { ...buildAir(now).current, ...change },
});
const day = (index: ReturnType<typeof european>, worstAt: string) => ({
  days: [{ date: '2026-05-12', european: index, us: null, worst_at: worstAt }],
});

describe('the index', () => {
  test.each([
    [european(15, 'good'), 'Good air. No pollen.'],
    [european(25, 'fair'), 'Fair air. No pollen.'],
    [european(70, 'poor'), 'Poor air, mainly because of ozone. No pollen.'],
    [
      european(101, 'extremely_poor', 'pm2_5'),
      'Extremely poor air, mainly because of fine particles (PM2.5). No pollen.',
    ],
    [null, 'The air quality is not known. No pollen.'],
  ])('%j', (index, sentence) => {
    expect(say(current({ european: index }))).toBe(sentence);
  });

  test('has the words of the US scale', () => {
    const usIndex = us(120, 'unhealthy_sensitive', 'ozone');
    expect(say(current({ us: usIndex }), { kind: 'us' })).toBe(
      'Air unhealthy for sensitive people, mainly because of ozone. No pollen.',
    );
  });

  test('names the worst hour when it is still to come and worse than now', () => {
    expect(say(day(european(65, 'poor'), at(14)))).toBe(
      'Good air, poor around 16:00 because of ozone. No pollen.',
    );
    expect(say(day(european(65, 'poor'), at(6)))).toBe('Good air. No pollen.');
    expect(say(day(european(18, 'good'), at(14)))).toBe('Good air. No pollen.');
  });

  test('desert dust has a sentence of its own', () => {
    expect(say(current({ dust: 50 }))).toBe('Good air. Desert dust in the air. No pollen.');
    expect(say(current({ dust: 49 }))).toBe('Good air. No pollen.');
  });

  test('smoke has one too, and is not claimed where it is not known', () => {
    const smoky = current({ smoke: 15 });
    expect(say(smoky)).toBe('Good air. Smoke from wildfires in the air. No pollen.');
    expect(say(smoky, { language: 'de' })).toContain('Rauch von Waldbränden in der Luft.');
    expect(say(current({ smoke: 14.9 }))).toBe('Good air. No pollen.');
    expect(say(current({ smoke: null }))).toBe('Good air. No pollen.');
  });
});

describe('pollen', () => {
  // 16:00 UTC is 18:00 in Berlin.
  const birch = { pollen: pollenOf(now, ['grass', 'low'], ['birch', 'high', at(16)]) };

  test.each<[Language, string]>([
    ['en', 'Good air. Birch pollen high until evening.'],
    ['de', 'Gute Luft. Birke: Pollenflug hoch bis zum Abend.'],
    ['tr', 'Hava kalitesi iyi. Huş poleni akşama kadar yüksek.'],
  ])('the highest is named, in %s', (language, sentence) => {
    expect(say(birch, { language })).toBe(sentence);
  });

  test('little pollen needs no name', () => {
    expect(say({ pollen: pollenOf(now, ['grass', 'low'], ['birch', 'none']) })).toBe(
      'Good air. Little pollen.',
    );
  });

  test('what the user reacts to is named at every level, and the rest is left out', () => {
    expect(say(birch, { mine: ['grass'] })).toBe('Good air. Grass pollen low.');
    expect(say(birch, { mine: ['grass', 'birch'] })).toBe(
      'Good air. Birch pollen high until evening. Grass pollen low.',
    );
    expect(say(birch, { mine: ['olive'] })).toBe('Good air. No pollen of the plants you react to.');
  });

  test('plants of one level share a sentence; different ends are left out', () => {
    const both = pollenOf(now, ['birch', 'high', at(16)], ['grass', 'high', at(16)]);
    expect(say({ pollen: both })).toBe('Good air. Birch and grass pollen high until evening.');
    const unlike = pollenOf(now, ['birch', 'high', at(16)], ['grass', 'high', at(10)]);
    expect(say({ pollen: unlike })).toBe('Good air. Birch and grass pollen high.');
  });

  test('an end that has passed is not named, one after midnight is the night', () => {
    expect(say({ pollen: pollenOf(now, ['birch', 'high', at(7)]) })).toBe(
      'Good air. Birch pollen high.',
    );
    expect(say({ pollen: pollenOf(now, ['birch', 'high', at(23)]) })).toBe(
      'Good air. Birch pollen high into the night.',
    );
  });

  test('without a forecast nothing is said about it', () => {
    expect(say({ pollen: { unavailable: 'not_provided_by_source' } })).toBe('Good air.');
  });
});
