/** Where names are put on the map. */
import { expect, test } from 'vitest';
import { placedNames } from './drawTowns.ts';
import { moved, viewAt } from './view.ts';

const size = { width: 400, height: 300 };
const view = viewAt(52.52, 13.405, 6);
const place = { name: 'Berlin', latitude: 52.52, longitude: 13.405 };
const width = 60;

/** A town some pixels east and south of the centre. */
function town(name: string, east: number, south: number, population = 1) {
  const { x, y } = moved(view, east, south);
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
  return { name, latitude, longitude: x * 360 - 180, population };
}

function placed(towns: ReturnType<typeof town>[], canvas = size) {
  return placedNames({ view, size: canvas, seen: size, place, towns }, () => width);
}

test('a name is on the right of its dot, on the left where the edge would cut it', () => {
  const [, inside, near] = placed([town('Inside', 80, 50, 3), town('Near', 180, -50, 2)]);
  expect(inside?.left).toBeCloseTo(286, 3);
  // The dot is at 380 of 400 pixels.
  expect(near?.dot.left).toBeCloseTo(380, 3);
  expect(near?.left).toBeCloseTo(380 - 6 - width, 3);
});

test('a name that the edge of the map would cut anyway is left out', () => {
  const names = placed([town('Above', 0, -148), town('Below', 0, 148), town('West', -230, 0)]);
  expect(names.map(({ name }) => name)).toEqual(['Berlin']);
});

test('beyond what is seen, names wait for the map to move', () => {
  const canvas = { width: 656, height: 556 };
  const names = placed([town('Beyond', 220, 0)], canvas);
  expect(names.map(({ name }) => name)).toEqual(['Berlin', 'Beyond']);
});

test('the place comes first, then the largest town, and none is over another', () => {
  const names = placed([
    town('Small', 104, 53, 1),
    town('Large', 100, 50, 9),
    town('Under', 20, 3, 99),
  ]);
  expect(names.map(({ name }) => name)).toEqual(['Berlin', 'Large']);
});
