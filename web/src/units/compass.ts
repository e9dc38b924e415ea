/** The eight points of the compass. */
const compassPoints = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
const pointDegrees = 360 / compassPoints.length;

/** Degrees clockwise from north. */
export function compassPoint(degrees: number): (typeof compassPoints)[number] {
  const index = Math.round(degrees / pointDegrees) % compassPoints.length;
  return compassPoints[index] ?? 'n';
}
