/** Long texts: one file per language, loaded with their page instead of with the other translations. */
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../i18n/language.ts';

export type DocumentName = 'privacy' | 'terms' | 'about' | 'help' | 'accessibility';

export interface Entry {
  name: string;
  text: string;
  link?: string;
}

/** A paragraph, a list, or named entries. */
export interface Block {
  text?: string;
  list?: string[];
  entries?: Entry[];
}

export interface Section {
  /** The same in every language, because links use it. */
  id: string;
  title: string;
  blocks: Block[];
}

export interface InfoText {
  /** The effective date of a legal text. */
  effective?: string;
  intro: string;
  sections: Section[];
}

const files = import.meta.glob<{ default: InfoText }>('../../../../locales/documents/*.json');

export const documentQueries = {
  text: (name: DocumentName, language: Language) =>
    queryOptions({
      queryKey: ['document', name, language],
      queryFn: () => readDocument(name, language),
      staleTime: Number.POSITIVE_INFINITY,
      // The file may be cached, so it is requested without a network too.
      networkMode: 'always',
      // The text in the previous language stays until the new one has loaded.
      placeholderData: (previous: InfoText | undefined) => previous,
    }),
};

async function readDocument(name: DocumentName, language: Language): Promise<InfoText> {
  const load = files[`../../../../locales/documents/${name}.${language}.json`];
  if (!load) throw new Error(`no text ${name} in ${language}`);
  return (await load()).default;
}

/** For a page that shows the text in its first rendering. */
export async function loadDocumentAhead(name: DocumentName, language: Language) {
  const { queryKey } = documentQueries.text(name, language);
  return { queryKey, data: await readDocument(name, language) };
}
