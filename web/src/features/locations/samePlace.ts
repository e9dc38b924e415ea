/** When two positions count as one place: both differences under a hundredth of a degree, also across the date line. */
const toleranceMillionths = 10_000;
const wholeCircle = 360_000_000;

interface Position {
  latitude: number;
  longitude: number;
}

export function isSamePlace(a: Position, b: Position): boolean {
  const around = millionths(a.longitude - b.longitude);
  return (
    millionths(a.latitude - b.latitude) < toleranceMillionths &&
    Math.min(around, wholeCircle - around) < toleranceMillionths
  );
}

/** Whole numbers, because 52.53 − 52.52 is a little under 0.01 in binary. */
function millionths(degrees: number): number {
  return Math.abs(Math.round(degrees * 1_000_000));
}
