/** The list of recent places. */
import { expect, test } from 'vitest';
import { withRecent } from './useChoosePlace.ts';

const place = (name: string, latitude: number, longitude: number) => ({
  id: null,
  name,
  latitude,
  longitude,
});

test('the newest place comes first, each is listed once, and five at most', () => {
  const seen = ['a', 'b', 'c', 'd', 'e'].map((name, index) => place(name, index, 0));
  const again = withRecent(seen, place('c again', 2.001, 0));
  expect(again.map(({ name }) => name)).toEqual(['c again', 'a', 'b', 'd', 'e']);
  const names = withRecent(seen, place('f', 50, 0)).map(({ name }) => name);
  expect(names).toEqual(['f', 'a', 'b', 'c', 'd']);
});
