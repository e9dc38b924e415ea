/** The shape of an alert's area on a small flat map, and where a place lies in it. */

/** Degrees; the first ring of a polygon is its outline, the others are holes. */
type Ring = number[][];
export type Polygons = Ring[][];

export interface Point {
  latitude: number;
  longitude: number;
}

export interface Area {
  polygons: Polygons;
  place: Point;
}

const kilometresPerDegree = 111.2;
const radians = Math.PI / 180;

interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Around the area and the place; an area across the date line may reach beyond 180 degrees. */
function boundsOf({ polygons, place }: Area): Bounds {
  const points = [...polygons.flat(2), lonLat(place, polygons)];
  const longitudes = points.map(([longitude = 0]) => longitude);
  const latitudes = points.map(([, latitude = 0]) => latitude);
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

/** The place on the side of the date line where the area is. */
function lonLat({ longitude, latitude }: Point, polygons: Polygons): [number, number] {
  const middle = middleOf(polygons);
  const turns = Math.round((middle[0] - longitude) / 360);
  return [longitude + 360 * turns, latitude];
}

function middleOf(polygons: Polygons): [number, number] {
  const points = polygons.flat(2);
  const longitudes = points.map(([longitude = 0]) => longitude);
  const latitudes = points.map(([, latitude = 0]) => latitude);
  return [
    (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
    (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
  ];
}

export interface MapFrame {
  /** From degrees to units of the drawing. */
  toMap: (longitude: number, latitude: number) => [x: number, y: number];
  kilometresPerUnit: number;
  place: [x: number, y: number];
}

/** Equirectangular around the middle: for an area of some hundred kilometres its distances are right to a few percent. */
export function frameOf(
  area: Area,
  size: { width: number; height: number },
  margin: number,
): MapFrame {
  const { west, south, east, north } = boundsOf(area);
  const middle = { longitude: (west + east) / 2, latitude: (south + north) / 2 };
  const shrink = Math.max(Math.cos(middle.latitude * radians), 0.05);
  // A point has no extent; ten kilometres around it are shown.
  const minDegrees = 0.1;
  const across = Math.max((east - west) * shrink, minDegrees);
  const down = Math.max(north - south, minDegrees);
  const scale = Math.min((size.width - 2 * margin) / across, (size.height - 2 * margin) / down);
  const toMap = (longitude: number, latitude: number): [number, number] => [
    size.width / 2 + (longitude - middle.longitude) * shrink * scale,
    size.height / 2 - (latitude - middle.latitude) * scale,
  ];
  return {
    toMap,
    kilometresPerUnit: kilometresPerDegree / scale,
    place: toMap(...lonLat(area.place, area.polygons)),
  };
}

/** A round number of kilometres whose bar is at most `maxUnits` long. */
export function scaleBar(kilometresPerUnit: number, maxUnits: number) {
  const most = kilometresPerUnit * maxUnits;
  const power = 10 ** Math.floor(Math.log10(most));
  const kilometres = [5, 2, 1].map((step) => step * power).find((each) => each <= most) ?? power;
  return { kilometres, units: kilometres / kilometresPerUnit };
}

export interface AreaFacts {
  widthKilometres: number;
  heightKilometres: number;
  isInside: boolean;
  /** Degrees clockwise from north, seen from the middle; null in the middle. */
  bearing: number | null;
}

/** Closer to the middle than this share of the extent there is no direction to speak of. */
const middleShare = 0.15;

/** The same as the map shows, for a sentence. */
export function factsOf({ polygons, place }: Area): AreaFacts {
  const { west, south, east, north } = boundsOf({ polygons, place: pointOf(middleOf(polygons)) });
  const [longitude, latitude] = lonLat(place, polygons);
  const [middleLongitude, middleLatitude] = middleOf(polygons);
  const shrink = Math.cos(middleLatitude * radians);
  const eastward = (longitude - middleLongitude) * shrink;
  const northward = latitude - middleLatitude;
  const extent = Math.max((east - west) * shrink, north - south);
  const isMiddle = Math.hypot(eastward, northward) < middleShare * extent;
  const bearing = (Math.atan2(eastward, northward) / radians + 360) % 360;
  return {
    widthKilometres: (east - west) * shrink * kilometresPerDegree,
    heightKilometres: (north - south) * kilometresPerDegree,
    isInside: polygons.some((rings) => isInPolygon(rings, longitude, latitude)),
    bearing: isMiddle ? null : bearing,
  };
}

const pointOf = ([longitude, latitude]: [number, number]): Point => ({ longitude, latitude });

/** Even-odd over all rings, so that a hole is outside. */
function isInPolygon(rings: Ring[], x: number, y: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (const [index, [ax = 0, ay = 0]] of ring.entries()) {
      const [bx = 0, by = 0] = ring[(index + 1) % ring.length] ?? [];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
    }
  }
  return isInside;
}
