/** Distances and bearings on the map, and the list of towns with rain. */
import { expect, test } from 'vitest';
import { movedBy, nearbyTowns, offsetOf } from './nearby.ts';

const berlin = { latitude: 52.52, longitude: 13.405 };

test('Potsdam is 26 km south-west of Berlin, and the date line does not matter', () => {
  const { km, bearing } = offsetOf(berlin, { latitude: 52.391, longitude: 13.066 });
  expect(km).toBeCloseTo(27, 0);
  expect(bearing).toBeGreaterThan(225);
  expect(bearing).toBeLessThan(245);
  const across = offsetOf({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 });
  expect(across.km).toBeCloseTo(22.2, 0);
  expect(across.bearing).toBeCloseTo(90, 5);
});

test.each([
  [10, 0, 90],
  [0, 10, 0],
  [-10, 0, 270],
  [0, -10, 180],
])('a step of %i km east and %i km north is ten kilometres that way', (east, north, bearing) => {
  const found = offsetOf(berlin, movedBy(berlin, east, north));
  expect(found.km).toBeCloseTo(10, 1);
  expect(found.bearing).toBeCloseTo(bearing, 0);
});

test('a step across the date line goes on, and the map ends before the poles', () => {
  const fiji = movedBy({ latitude: -17, longitude: 179.99 }, 10, 0);
  expect(fiji.longitude).toBeLessThan(-179.8);
  expect(movedBy({ latitude: 84.99, longitude: 0 }, 0, 100).latitude).toBe(85);
});

test('the largest towns with rain are listed by distance, without parts of the place and far ones', () => {
  const town = (name: string, latitude: number, longitude: number) => ({
    name,
    latitude,
    longitude,
    population: 1,
  });
  const towns = [
    town('Leipzig', 51.34, 12.37),
    town('Frankfurt (Oder)', 52.35, 14.55),
    town('Potsdam', 52.39, 13.07),
    town('Cottbus', 51.76, 14.33),
    town('Berlin', 52.52, 13.405),
    town('Kreuzberg', 52.5, 13.403),
  ];
  const isWet = ({ name }: { name: string }) => name !== 'Cottbus';
  const names = nearbyTowns(berlin, towns, isWet).map(({ town: { name } }) => name);
  expect(names).toEqual(['Potsdam', 'Frankfurt (Oder)']);
  const many = Array.from({ length: 9 }, (_, index) => ({
    ...town(`Town ${index}`, 52.2, 13 + index / 10),
    population: index,
  }));
  const largest = nearbyTowns(berlin, many, () => true).map(({ town: { name } }) => name);
  expect(new Set(largest)).toEqual(new Set([3, 4, 5, 6, 7, 8].map((index) => `Town ${index}`)));
});
