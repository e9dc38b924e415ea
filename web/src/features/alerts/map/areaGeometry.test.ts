/** The geometry of the map of an alert's area. */
import { expect, test } from 'vitest';
import { factsOf, frameOf, scaleBar } from './areaGeometry.ts';

/** From 10° to 12° east and 50° to 51° north, with a hole around its south-west. */
const outline = [
  [10, 50],
  [12, 50],
  [12, 51],
  [10, 51],
  [10, 50],
];
const hole = [
  [10.1, 50.1],
  [10.4, 50.1],
  [10.4, 50.4],
  [10.1, 50.4],
  [10.1, 50.1],
];
const polygons = [[outline, hole]];
const at = (longitude: number, latitude: number) => ({ longitude, latitude });

test.each([
  ['in the middle', at(11, 50.5), { isInside: true, bearing: null }],
  ['in the north-east', at(11.7, 50.9), { isInside: true }],
  ['in a hole', at(10.2, 50.2), { isInside: false }],
  ['outside', at(13, 50.5), { isInside: false, bearing: 90 }],
  ['south of it', at(11, 49), { isInside: false, bearing: 180 }],
])('a place %s', (_, place, expected) => {
  expect(factsOf({ polygons, place })).toMatchObject(expected);
});

// A degree of latitude is 111 km, one of longitude at 50.5° north 71 km (IUGG mean radius).
test('the extent is in kilometres', () => {
  const { widthKilometres, heightKilometres } = factsOf({ polygons, place: at(11, 50.5) });
  expect(widthKilometres).toBeCloseTo(141.4, 0);
  expect(heightKilometres).toBeCloseTo(111.2, 0);
});

test('across the date line the place is beside the area, not around the world', () => {
  const fiji = [
    [
      [
        [178, -18],
        [182, -18],
        [182, -16],
        [178, -16],
        [178, -18],
      ],
    ],
  ];
  expect(factsOf({ polygons: fiji, place: at(-179, -17) })).toMatchObject({ isInside: true });
});

test('area and place fit into the drawing, with north at the top', () => {
  const size = { width: 320, height: 200 };
  const { toMap, place } = frameOf({ polygons, place: at(13, 50.5) }, size, 10);
  const [left] = toMap(10, 50.5);
  expect(left).toBeCloseTo(10);
  expect(place[0]).toBeCloseTo(310);
  expect(toMap(10, 51)[1]).toBeLessThan(toMap(10, 50)[1]);
});

test.each([
  [1.7, 100, 100],
  [0.9, 100, 50],
  [0.25, 100, 20],
])('with %d km per unit a bar of at most %d units is %d km', (perUnit, most, kilometres) => {
  const bar = scaleBar(perUnit, most);
  expect(bar.kilometres).toBe(kilometres);
  expect(bar.units).toBeCloseTo(kilometres / perUnit);
});
