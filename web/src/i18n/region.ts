/** The formats of the user's region: which locale formats numbers and dates, and which clock is usual. */
import type { Language } from './language.ts';

export const timeFormats = ['auto', '12h', '24h'] as const;
/** `auto` is the clock of the region. */
export type TimeFormat = (typeof timeFormats)[number];

/** Without a known region: international English uses day-first dates and the 24-hour clock. */
const languageLocales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', tr: 'tr-TR' };

/**
 * `US` for a browser in American English. Only tags of the browser's first language count, because browsers add `en-US` to
 * other languages by themselves. A language without a region is that of its largest country; English is international.
 */
export function regionOf(browserLanguages: readonly string[]): string | null {
  const first = browserLanguages[0] && baseOf(browserLanguages[0]);
  if (!first) return null;
  for (const tag of browserLanguages.filter((tag) => baseOf(tag) === first)) {
    const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(tag)?.[1];
    if (region) return region.toUpperCase();
  }
  return first === 'en' ? null : likelyRegion(first);
}

const baseOf = (tag: string) => tag.split('-')[0]?.toLowerCase();

function likelyRegion(language: string): string | null {
  try {
    return new Intl.Locale(language).maximize().region ?? null;
  } catch {
    // Not a language tag.
    return null;
  }
}

/** The language of the page as it is written in the region of the user. */
export function localeOf(language: Language, region: string | null): string {
  const wanted = `${language}-${region}`;
  // A browser without this combination uses the language alone, which would make all English American.
  const isKnown =
    region !== null && new Intl.DateTimeFormat(wanted).resolvedOptions().locale === wanted;
  return isKnown ? wanted : languageLocales[language];
}

export function isTwelveHour(timeFormat: TimeFormat, locale: string): boolean {
  if (timeFormat !== 'auto') return timeFormat === '12h';
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true;
}
