/** Reading a place from a link and writing one. */
import { expect, test } from 'vitest';
import { defaultUnits } from '../../storage/values.ts';
import { linkToPlace, readSharedPlace } from './sharedPlace.ts';

test('a place written to a link is read back unchanged', () => {
  const izmir = { id: null, name: 'İzmir & Çeşme', latitude: 38.42, longitude: -27.14 };
  const link = new URL(linkToPlace('https://halcyon.example', izmir, 'tr', defaultUnits));
  expect(link.pathname).toBe('/');
  expect(link.searchParams.get('preview')).toBe('tr');
  expect(readSharedPlace(link.search)).toEqual(izmir);
});

test.each([
  [{}, 'de'],
  [{ windSpeed: 'kn', pressure: 'inHg' }, 'de'],
  [{ windSpeed: 'km/h' }, 'de-kmh'],
  [{ windSpeed: 'mph', distance: 'mi' }, 'de-uk'],
  [{ temperature: 'fahrenheit', windSpeed: 'mph', precipitation: 'inches' }, 'de-us'],
] as const)('the preview of a link is in the units %o of the sharer', (units, preview) => {
  const berlin = { id: null, name: 'Berlin', latitude: 52.52, longitude: 13.41 };
  const chosen = { ...defaultUnits, ...units };
  const link = new URL(linkToPlace('https://halcyon.example', berlin, 'de', chosen));
  expect(link.search).toBe(`?lat=52.52&lon=13.41&name=Berlin&preview=${preview}`);
  expect(readSharedPlace(link.search)).toEqual(berlin);
});

// [C8]
test('a link carries the elevation of its place, and a bad one is left out', () => {
  const hut = { id: null, name: 'Hut', latitude: 47.42, longitude: 10.98, elevation: 2962 };
  const link = new URL(linkToPlace('https://halcyon.example', hut, 'en', defaultUnits));
  expect(link.search).toBe('?lat=47.42&lon=10.98&elevation=2962&name=Hut&preview=en');
  expect(readSharedPlace(link.search)).toEqual(hut);
  for (const elevation of ['high', '9001', '-501', 'Infinity', '']) {
    const place = readSharedPlace(`?lat=47.42&lon=10.98&elevation=${elevation}&name=Hut`);
    expect(place).toMatchObject({ name: 'Hut', latitude: 47.42 });
    expect(place).not.toHaveProperty('elevation');
  }
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

test('a link without a name is named by its coordinates, and a long name is cut', () => {
  expect(readSharedPlace('?lat=52.5&lon=13.4')?.name).toBe('52.5, 13.4');
  expect(readSharedPlace(`?lat=1&lon=2&name=${'x'.repeat(999)}`)?.name).toHaveLength(100);
});
