/** A temperature as a reader expects it: half a degree is rounded away from zero, and zero has no sign. */
export function shownDegrees(celsius: number): string {
  const size = Math.round(Math.abs(celsius));
  return `${celsius < 0 && size > 0 ? '-' : ''}${size}°`;
}
