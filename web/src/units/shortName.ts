/** Names of places as they fit: short ones stay, long ones end at a comma. */
export const nameLimits = { row: 15, heading: 25 } as const;

export function shortName(name: string, limit: number): string {
  if (isShorter(name, limit)) return name;
  const parts = name.split(',').map((part) => part.trim());
  let shortened = parts[0] ?? name;
  for (const part of parts.slice(1)) {
    const longer = `${shortened}, ${part}`;
    if (!isShorter(longer, limit)) break;
    shortened = longer;
  }
  return shortened;
}

let graphemes: Intl.Segmenter | undefined;

/** Counted as people count letters: a flag or an accented letter is one. */
function isShorter(text: string, limit: number): boolean {
  // Most names are short however they are counted, and making a segmenter holds a starting page up.
  if (text.length < limit) return true;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return [...graphemes.segment(text)].length < limit;
}
