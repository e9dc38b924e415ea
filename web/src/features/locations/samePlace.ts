/** Two pairs of coordinates are the same place if both differ by less than a hundredth of a degree, also across the date line. */
const toleranceMillionths = 10_000;
const fullCircleMillionths = 360_000_000;

export interface Coordinates {
  latitude: number;
  longitude: number;
}

export function isSamePlace(a: Coordinates, b: Coordinates): boolean {
  const longitudeDifference = millionths(a.longitude - b.longitude);
  return (
    millionths(a.latitude - b.latitude) < toleranceMillionths &&
    Math.min(longitudeDifference, fullCircleMillionths - longitudeDifference) < toleranceMillionths
  );
}

/** Integers, because 52.53 − 52.52 is slightly less than 0.01 in floating point. */
function millionths(degrees: number): number {
  return Math.abs(Math.round(degrees * 1_000_000));
}
