/** Shortens long place names at a comma. */
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

/** Counts grapheme clusters: a flag or an accented letter counts as one. */
function isShorter(text: string, limit: number): boolean {
  // Fast path: creating a segmenter is slow, and most names are short in code units too.
  if (text.length < limit) return true;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return [...graphemes.segment(text)].length < limit;
}
