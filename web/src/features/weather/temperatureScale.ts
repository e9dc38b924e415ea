/** The colour of a temperature: seven steps from freezing to scorching, by token. */
const upperBounds = [-5, 4, 12, 18, 24, 31];

export function temperatureColor(celsius: number): string {
  const step = upperBounds.findIndex((bound) => celsius < bound);
  return `var(--color-temperature-${step < 0 ? upperBounds.length + 1 : step + 1})`;
}

/** Where a day's range lies on the scale all days share, in percent. */
export function rangeOnScale(
  [low, high]: [number, number],
  [min, max]: [number, number],
): { start: number; width: number } {
  const span = Math.max(max - min, 1);
  return { start: ((low - min) / span) * 100, width: ((high - low) / span) * 100 };
}
