/** Which positions are one place, what a link may say, and what is remembered. */
import { expect, test } from 'vitest';
import { isSamePlace } from './samePlace.ts';
import { linkToPlace, readSharedPlace } from './sharedPlace.ts';
import { withRecent } from './useChoosePlace.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const place = (name: string, latitude: number, longitude: number) => ({
  id: null,
  name,
  latitude,
  longitude,
});

// [R5.06]
test.each([
  ['the same', at(52.52, 13.41), at(52.52, 13.41), true],
  ['just inside both ways', at(52.52, 13.41), at(52.529, 13.401), true],
  ['a hundredth north', at(52.52, 13.41), at(52.53, 13.41), false],
  ['a hundredth east', at(52.5, 13.41), at(52.5, 13.42), false],
  ['across the date line', at(-16.8, 179.996), at(-16.8, -179.998), true],
  ['across the date line but far', at(-16.8, 179.99), at(-16.8, -179.99), false],
])('%s', (_, a, b, isSame) => {
  expect(isSamePlace(a, b)).toBe(isSame);
  expect(isSamePlace(b, a)).toBe(isSame);
});

test('a shared place comes back as it was sent', () => {
  const izmir = place('İzmir & Çeşme', 38.42, -27.14);
  const link = new URL(linkToPlace('https://halcyon.example', izmir));
  expect(link.pathname).toBe('/');
  expect(readSharedPlace(link.search)).toEqual(izmir);
});

test.each([
  ['nothing', ''],
  ['no longitude', '?lat=52.5&name=Berlin'],
  ['an empty latitude', '?lat=&lon=13&name=Berlin'],
  ['a latitude beyond the pole', '?lat=91&lon=13'],
  ['a longitude beyond the date line', '?lat=52&lon=181'],
  ['words', '?lat=north&lon=east'],
  ['infinity', '?lat=Infinity&lon=0'],
])('a link with %s names no place', (_, search) => {
  expect(readSharedPlace(search)).toBeNull();
});

test('a nameless link is called by its position, a name without end is cut', () => {
  expect(readSharedPlace('?lat=52.5&lon=13.4')?.name).toBe('52.5, 13.4');
  expect(readSharedPlace(`?lat=1&lon=2&name=${'x'.repeat(999)}`)?.name).toHaveLength(100);
});

test('the newest place comes first, each once, five at most', () => {
  const seen = ['a', 'b', 'c', 'd', 'e'].map((name, index) => place(name, index, 0));
  const again = withRecent(seen, place('c again', 2.001, 0));
  expect(again.map(({ name }) => name)).toEqual(['c again', 'a', 'b', 'd', 'e']);
  const names = withRecent(seen, place('f', 50, 0)).map(({ name }) => name);
  expect(names).toEqual(['f', 'a', 'b', 'c', 'd']);
});
