/** The type of the texts, derived from the English file, and the lookup with placeholders and plurals. */
import type en from '../../../locales/en.json';
import type { Language } from './language.ts';

type PageTexts = (typeof en)['web'] & (typeof en)['shared'];
type Plural = { other: string };
type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string | Plural ? K : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

/** The path of every text of the page, such as `drawer.home`. */
export type TextKey = Leaves<PageTexts>;
export type TextValues = Record<string, string | number>;
export type Texts = { [key: string]: string | Texts };

const placeholder = /\{(\w+)\}/g;

/** The text at `key` with its placeholders filled, or null when there is none. */
export function findText(
  texts: Texts,
  language: Language,
  key: string,
  values: TextValues = {},
): string | null {
  let entry: string | Texts | undefined = texts;
  for (const part of key.split('.')) {
    entry = typeof entry === 'object' ? entry[part] : undefined;
  }
  if (typeof entry === 'object') entry = pluralForm(entry, language, values.count);
  if (typeof entry !== 'string') return null;
  return entry.replace(placeholder, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? formatCount(value, language) : value;
  });
}

function pluralForm(forms: Texts, language: Language, count: string | number | undefined) {
  if (typeof count !== 'number') return undefined;
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}

function formatCount(value: number, language: Language): string {
  return new Intl.NumberFormat(language).format(value);
}
