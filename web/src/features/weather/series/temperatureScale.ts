/** Temperatures as colours, in seven steps from freezing to scorching, and as ranges on a shared scale. */
const upperBounds = [-5, 4, 12, 18, 24, 31];

export function temperatureColor(celsius: number): string {
  const step = upperBounds.findIndex((bound) => celsius < bound);
  return `var(--color-temperature-${step < 0 ? upperBounds.length + 1 : step + 1})`;
}

/** Where a range lies on the scale that all days share, in percent. */
export function rangeOnScale(
  [low, high]: [number, number],
  [min, max]: [number, number],
): { start: number; width: number } {
  const span = Math.max(max - min, 1);
  return { start: ((low - min) / span) * 100, width: ((high - low) / span) * 100 };
}
