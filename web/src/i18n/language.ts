/** Which language to speak: what the person chose, else the link's, else the browser's, else the page's, else English. */
export const languages = ['en', 'de', 'tr'] as const;
export type Language = (typeof languages)[number];
const fallbackLanguage: Language = 'en';

/** A language tag and nothing else: whatever looks like script is not one. */
const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/;

export function parseLanguage(value: unknown): Language | null {
  if (typeof value !== 'string' || !languageTag.test(value)) return null;
  const first = value.split('-')[0]?.toLowerCase();
  return languages.find((language) => language === first) ?? null;
}

interface LanguageHints {
  stored: unknown;
  /** Search engines list each page once a language, as `?lang=de`. */
  link: unknown;
  browser: readonly unknown[];
  page: unknown;
}

export function detectLanguage({ stored, link, browser, page }: LanguageHints): Language {
  for (const hint of [stored, link, ...browser, page]) {
    const language = parseLanguage(hint);
    if (language) return language;
  }
  return fallbackLanguage;
}
