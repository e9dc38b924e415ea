/** Where points lie from a place, and which towns are around it. */
import type { Town } from './drawing/drawTowns.ts';

export interface Point {
  latitude: number;
  longitude: number;
}

const kilometersPerDegree = 111.2;
/** Nearer ones are parts of the same town; as far as the sentence looks. */
const aroundKm = { min: 10, max: 100 };
const maxTowns = 6;

/** Flat around the place: for a hundred kilometres that is right to a percent. */
export function offsetOf(place: Point, point: Point): { km: number; bearing: number } {
  const east = ((((point.longitude - place.longitude + 540) % 360) + 360) % 360) - 180;
  const latitude = ((place.latitude + point.latitude) / 2) * (Math.PI / 180);
  const [x, y] = [
    east * Math.cos(latitude) * kilometersPerDegree,
    (point.latitude - place.latitude) * kilometersPerDegree,
  ];
  return { km: Math.hypot(x, y), bearing: ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360 };
}

/** A point some kilometres to the east and north, on the part of the Earth that the map shows. */
export function movedBy(point: Point, eastKm: number, northKm: number): Point {
  const latitude = Math.max(-85, Math.min(85, point.latitude + northKm / kilometersPerDegree));
  const degrees = eastKm / kilometersPerDegree / Math.cos((latitude * Math.PI) / 180);
  return { latitude, longitude: ((point.longitude + degrees + 540) % 360) - 180 };
}

export interface NearbyTown {
  town: Town;
  km: number;
  bearing: number;
}

/** The largest towns around a place of which something is to be said, nearest first. */
export function nearbyTowns(
  place: Point,
  towns: readonly Town[],
  isNamed: (town: Town) => boolean,
): NearbyTown[] {
  return towns
    .map((town) => ({ town, ...offsetOf(place, town) }))
    .filter(({ km, town }) => km >= aroundKm.min && km <= aroundKm.max && isNamed(town))
    .sort((a, b) => b.town.population - a.town.population)
    .slice(0, maxTowns)
    .sort((a, b) => a.km - b.km);
}
