/** A text with its matching parts highlighted. */
import type { components } from '../../../api/schema.d.ts';
import styles from './PlaceSearch.module.css';

interface HighlightedProps {
  text: string;
  /** Counted in Unicode characters, as the server does. */
  parts: readonly components['schemas']['Substring'][];
}

export function Highlighted({ text, parts }: HighlightedProps) {
  const letters = Array.from(text);
  const isMatch = (index: number) =>
    parts.some(({ offset, length }) => index >= offset && index < offset + length);
  const runs: Array<{ start: number; isMatch: boolean; text: string }> = [];
  for (const [index, letter] of letters.entries()) {
    const last = runs.at(-1);
    if (last?.isMatch === isMatch(index)) last.text += letter;
    else runs.push({ start: index, isMatch: isMatch(index), text: letter });
  }
  return runs.map((run) =>
    run.isMatch ? (
      <mark key={run.start} className={styles.match}>
        {run.text}
      </mark>
    ) : (
      run.text
    ),
  );
}
