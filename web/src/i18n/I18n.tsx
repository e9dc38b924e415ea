/** Provides the texts and formats of the chosen language to components; the language changes without a reload. */
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { createFormats, type Formats, type Habits } from './formats.ts';
import type { Language } from './language.ts';
import { loadTexts } from './loadTexts.ts';
import { findText, type TextKey, type Texts, type TextValues } from './texts.ts';

export interface Translation {
  language: Language;
  /** The text of a key that is known at build time. */
  t: (key: TextKey, values?: TextValues) => string;
  /** The text of a key sent by the server; null when this build does not have it. */
  find: (key: string, values?: TextValues) => string | null;
  format: Formats;
  setLanguage: (language: Language) => void;
}

const TranslationContext = createContext<Translation | null>(null);

export function useTranslation(): Translation {
  const translation = use(TranslationContext);
  if (!translation) throw new Error('useTranslation needs an I18nProvider above it');
  return translation;
}

interface I18nProviderProps {
  /** The chosen language; the previous one stays on screen until the texts have loaded. */
  language: Language;
  /** Texts that were loaded before the first paint. */
  initial: { language: Language; texts: Texts };
  /** The formats of the user's region; without them those of the language. */
  habits?: Habits;
  onChange: (language: Language) => void;
  children: ReactNode;
}

export function I18nProvider({ language, initial, habits, onChange, children }: I18nProviderProps) {
  const [shown, setShown] = useState(initial);

  useEffect(() => {
    let isCurrent = true;
    loadTexts(language).then(
      (texts) =>
        isCurrent && setShown((before) => (before.texts === texts ? before : { language, texts })),
      // Keep the previous language.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);

  useEffect(() => {
    document.documentElement.lang = shown.language;
  }, [shown.language]);

  const translation = useMemo(
    () => createTranslation(shown, onChange, habits),
    [shown, onChange, habits],
  );
  return <TranslationContext value={translation}>{children}</TranslationContext>;
}

export function createTranslation(
  { language, texts }: { language: Language; texts: Texts },
  setLanguage: (language: Language) => void = () => undefined,
  habits?: Habits,
): Translation {
  const find = (key: string, values?: TextValues) => findText(texts, language, key, values);
  return {
    language,
    find,
    t: (key, values) => find(key, values) ?? key,
    format: createFormats(language, habits),
    setLanguage,
  };
}
