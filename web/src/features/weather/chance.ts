/** How a chance of precipitation is drawn, on the dial and in every chart. */
/** A likely shower is solid, an unlikely one pale; an unknown chance is drawn as if certain. */
export function barOpacity(probability: number | null): number {
  return probability === null ? 1 : 0.35 + 0.65 * (probability / 100);
}
