/** How values of the API must be formatted on the page, computed independently of the page's own code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../routes.ts';

export type System = 'metric' | 'imperial';

export const systems: Record<System, Record<string, string>> = {
  metric: {
    temperature: 'celsius',
    precipitation: 'mm',
    windSpeed: 'm/s',
    pressure: 'hPa',
    distance: 'km',
    unitSystem: 'metric',
  },
  imperial: {
    temperature: 'fahrenheit',
    precipitation: 'inches',
    windSpeed: 'mph',
    pressure: 'inHg',
    distance: 'mi',
    unitSystem: 'imperial',
  },
};

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', tr: 'tr-TR' };

export function expectedFormats(language: Language, system: System, timeZone: string) {
  const locale = locales[language];
  const isMetric = system === 'metric';
  const number = (value: number, digits: number, unit?: string) =>
    value.toLocaleString(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: 'negative',
      ...(unit && { style: 'unit', unit }),
    });
  return {
    degrees: (celsius: number) => `${number(isMetric ? celsius : (celsius * 9) / 5 + 32, 0)}°`,
    // Germans write mph, not CLDR's mi/h.
    speed: (ms: number) =>
      isMetric
        ? number(ms, 0, 'meter-per-second')
        : number(ms * 2.236_936, 0, 'mile-per-hour').replace('mi/h', 'mph'),
    amount: (mm: number) => {
      const digits = mm === 0 ? 0 : isMetric ? 1 : 2;
      return isMetric ? number(mm, digits, 'millimeter') : number(mm / 25.4, digits, 'inch');
    },
    pressure: (hpa: number) =>
      isMetric ? `${number(hpa, 0)} hPa` : `${number(hpa * 0.029_529_98, 2)} inHg`,
    distance: (meters: number) => {
      const digits = meters < 10_000 ? 1 : 0;
      return isMetric
        ? number(meters / 1000, digits, 'kilometer')
        : number(meters / 1609.344, digits, 'mile');
    },
    percent: (value: number) =>
      (value / 100).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 }),
    index: (value: number) => number(value, 0),
    time: (at: string) =>
      new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', timeZone }),
  };
}

interface PageTexts {
  shared: { conditions: Record<string, string> };
  web: {
    weather: {
      details: Record<
        'wind' | 'humidity' | 'pressure' | 'visibility' | 'clouds' | 'uv' | 'sun',
        string
      >;
      hours: { title: string };
      days: { title: string };
      forecast: Record<'hourly' | 'daily' | 'outlook', string>;
    };
  };
}

export function texts(language: Language): PageTexts {
  const file = join(import.meta.dirname, `../../../locales/${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
