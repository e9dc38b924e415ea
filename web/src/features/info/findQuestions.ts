/** Which questions a search finds: those in which every word occurs, whatever its case or accents. */
import type { Language } from '../../i18n/language.ts';
import type { Entry, Section } from './document.ts';

interface QuestionGroup {
  id: string;
  title: string;
  questions: Entry[];
}

export function findQuestions(
  sections: readonly Section[],
  wanted: string,
  language: Language,
): QuestionGroup[] {
  const words = plain(wanted, language).split(/\s+/).filter(Boolean);
  const fits = ({ name, text }: Entry) => {
    const content = plain(`${name} ${text}`, language);
    return words.every((word) => content.includes(word));
  };
  return sections
    .map(({ id, title, blocks }) => ({
      id,
      title,
      questions: blocks.flatMap(({ entries = [] }) => entries).filter(fits),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** `Rüzgâr` and `ruzgar`, `Istanbul` and `ıstanbul` are the same word to somebody who searches. */
function plain(text: string, language: Language): string {
  return text
    .toLocaleLowerCase(language)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss');
}
