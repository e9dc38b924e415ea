/** Reads coordinates as people write or copy them: `52.5, 13.4`, `52,5; 13,4`, `N 52.5 E 13.4`, `52° 31′ 12″ N, 13° 24′ E`. */
import type { Coordinates } from '../samePlace.ts';

interface Angle {
  degrees: number;
  /** Whether it is a latitude; null without a letter. */
  isLatitude: boolean | null;
}

/** In English, German (O) and Turkish (K, G, D, B). */
const letters: Record<string, { isLatitude: boolean; sign: 1 | -1 }> = {
  N: { isLatitude: true, sign: 1 },
  S: { isLatitude: true, sign: -1 },
  E: { isLatitude: false, sign: 1 },
  W: { isLatitude: false, sign: -1 },
  O: { isLatitude: false, sign: 1 },
  K: { isLatitude: true, sign: 1 },
  G: { isLatitude: true, sign: -1 },
  D: { isLatitude: false, sign: 1 },
  B: { isLatitude: false, sign: -1 },
};

const letter = '([NSEWOKGDB])';
const number = String.raw`(\d{1,3}(?:[.,]\d+)?)`;
/** Sign, degrees, minutes and seconds. */
const amount = String.raw`([+\-−]?)${number}\s*°?\s*(?:${number}\s*['′’])?\s*(?:${number}\s*["″])?`;
/** The letter is before or after; with both, the second would belong to the next angle. */
const angle = String.raw`(?:${letter}\s*${amount}|${amount}\s*${letter}?)`;
const pair = new RegExp(String.raw`^${angle}\s*[,;/\s]\s*${angle}$`, 'i');
const groupsPerAngle = 10;
/** A tenth of a metre. */
const decimals = 6;

export function parseCoordinates(input: string): Coordinates | null {
  const groups = pair.exec(input.trim())?.slice(1);
  if (!groups) return null;
  const first = readAngle(groups.slice(0, groupsPerAngle));
  const second = readAngle(groups.slice(groupsPerAngle));
  if (!first || !second) return null;
  // Without letters, or with one, the latitude comes first unless the letters say otherwise.
  const isSwapped = first.isLatitude === false || second.isLatitude === true;
  const [latitude, longitude] = isSwapped ? [second, first] : [first, second];
  if (latitude.isLatitude === false || longitude.isLatitude === true) return null;
  if (Math.abs(latitude.degrees) > 90 || Math.abs(longitude.degrees) > 180) return null;
  return { latitude: latitude.degrees, longitude: longitude.degrees };
}

function readAngle(groups: Array<string | undefined>): Angle | null {
  const [before, ...rest] = groups;
  const isBefore = before !== undefined;
  const [sign, whole, minutes, seconds] = isBefore ? rest : rest.slice(4);
  const point = letters[(before ?? groups[groupsPerAngle - 1] ?? '').toUpperCase()];
  // A sign beside a letter contradicts it or says the same twice.
  if (point && sign) return null;
  const direction = point?.sign ?? (sign === '-' || sign === '−' ? -1 : 1);
  const degrees = read(whole) + read(minutes) / 60 + read(seconds) / 3600;
  return {
    // Never minus zero.
    degrees: Number((direction * degrees).toFixed(decimals)) || 0,
    isLatitude: point?.isLatitude ?? null,
  };
}

const read = (text = '0') => Number(text.replace(',', '.'));
