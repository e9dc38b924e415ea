/** The opacity of a precipitation bar, on the dial and in every chart. */

/** The more likely, the more opaque; an unknown probability is drawn like a certain one. */
export function precipitationOpacity(probability: number | null): number {
  return probability === null ? 1 : 0.35 + 0.65 * (probability / 100);
}
