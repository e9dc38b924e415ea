/** The search of the help ignores case and accents. */
import { expect, test } from 'vitest';
import { findQuestions } from './findQuestions.ts';

const sections = [
  {
    id: 'a',
    title: 'A',
    blocks: [
      { entries: [{ name: 'Rüzgâr nasıl ölçülür?', text: 'Yerden on metre yukarıda.' }] },
      { entries: [{ name: 'Şifremi unuttum.', text: 'IŞIK' }] },
    ],
  },
  { id: 'b', title: 'B', blocks: [{ text: 'no question' }] },
];
const found = (search: string) =>
  findQuestions(sections, search, 'tr').flatMap(({ questions }) => questions.map((q) => q.name));

test.each([
  ['', 2],
  ['ruzgar', 1],
  ['METRE rüzgâr', 1],
  ['isik', 1],
  ['ışık', 1],
  ['dolu', 0],
])('%j finds %i', (search, count) => {
  expect(found(search)).toHaveLength(count);
});
