/** Long texts: one file per language, fetched with their page and not with the rest of the words. */
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../i18n/language.ts';

export type DocumentName = 'privacy' | 'terms' | 'about' | 'help' | 'accessibility';

export interface Entry {
  name: string;
  text: string;
  link?: string;
}

/** A paragraph, a list, or names with what is to be said of each. */
export interface Block {
  text?: string;
  list?: string[];
  entries?: Entry[];
}

export interface Section {
  /** The same in every language: links point to it. */
  id: string;
  title: string;
  blocks: Block[];
}

export interface InfoText {
  /** Since when it holds, for legal texts. */
  effective?: string;
  intro: string;
  sections: Section[];
}

const files = import.meta.glob<{ default: InfoText }>('../../../../locales/documents/*.json');

export const documentQueries = {
  text: (name: DocumentName, language: Language) =>
    queryOptions({
      queryKey: ['document', name, language],
      queryFn: async () => {
        const load = files[`../../../../locales/documents/${name}.${language}.json`];
        if (!load) throw new Error(`no text ${name} in ${language}`);
        return (await load()).default;
      },
      staleTime: Number.POSITIVE_INFINITY,
      // The browser may have the file already, also without a network.
      networkMode: 'always',
      // The text in the language before stays until the other has come.
      placeholderData: (before: InfoText | undefined) => before,
    }),
};
