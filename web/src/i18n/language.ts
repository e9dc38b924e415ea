/** Detects the language: the stored choice, then the link's, the browser's, the page's, and finally English. */
export const languages = ['en', 'de', 'tr'] as const;
export type Language = (typeof languages)[number];
const fallbackLanguage: Language = 'en';

/** The syntax of a language tag; rejects anything else, such as injected markup. */
const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/;

export function parseLanguage(value: unknown): Language | null {
  if (typeof value !== 'string' || !languageTag.test(value)) return null;
  const first = value.split('-')[0]?.toLowerCase();
  return languages.find((language) => language === first) ?? null;
}

interface LanguageHints {
  stored: unknown;
  /** The `lang` parameter: search engines list each page once per language, as `?lang=de`. */
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
