/** Finds the questions that contain every word of the search, ignoring case and accents. */
import type { Language } from '../../i18n/language.ts';
import type { Entry, Section } from './document.ts';

interface QuestionGroup {
  id: string;
  title: string;
  questions: Entry[];
}

export function findQuestions(
  sections: readonly Section[],
  search: string,
  language: Language,
): QuestionGroup[] {
  const words = normalize(search, language).split(/\s+/).filter(Boolean);
  const matches = ({ name, text }: Entry) => {
    const content = normalize(`${name} ${text}`, language);
    return words.every((word) => content.includes(word));
  };
  return sections
    .map(({ id, title, blocks }) => ({
      id,
      title,
      questions: blocks.flatMap(({ entries = [] }) => entries).filter(matches),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** `Rüzgâr` and `ruzgar`, `Istanbul` and `ıstanbul` are the same word in a search. */
function normalize(text: string, language: Language): string {
  return text
    .toLocaleLowerCase(language)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss');
}
