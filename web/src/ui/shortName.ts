/** Names of places as they fit: short ones stay, long ones end at a comma. */
export const nameLimits = { row: 15, heading: 25 } as const;

/** Counted as people count letters: a flag or an accented letter is one. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function shortName(name: string, limit: number): string {
  if (length(name) < limit) return name;
  const parts = name.split(',').map((part) => part.trim());
  let shortened = parts[0] ?? name;
  for (const part of parts.slice(1)) {
    const longer = `${shortened}, ${part}`;
    if (length(longer) >= limit) break;
    shortened = longer;
  }
  return shortened;
}

function length(text: string): number {
  return [...graphemes.segment(text)].length;
}
