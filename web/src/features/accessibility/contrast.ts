/** The contrast ratio of WCAG 2: 1 is no contrast, 21 is black on white. */
export function contrastRatio(first: string, second: string): number | null {
  const [one, other] = [luminance(first), luminance(second)];
  if (one === null || other === null) return null;
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Relative luminance of a computed colour such as `rgb(11, 37, 69)`. */
function luminance(color: string): number | null {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1);
  if (!parts) return null;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => linear(Number(part) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
