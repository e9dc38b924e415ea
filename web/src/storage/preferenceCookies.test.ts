/** The two cookies that tell the server how to render the page. */
import { afterEach, expect, test } from 'vitest';
import { startPreferenceCookies } from './preferenceCookies.ts';
import { writeStored } from './store.ts';
import { defaultUnits } from './values.ts';

let stop = () => {};
afterEach(() => stop());

const cookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

test('without any choice no cookie is set', () => {
  stop = startPreferenceCookies();
  expect(cookie('appearance')).toBeUndefined();
  expect(cookie('last_place')).toBeUndefined();
});

test('a choice is written at once, each in its field', () => {
  stop = startPreferenceCookies();
  writeStored('theme', 'dark');
  expect(cookie('appearance')).toBe('.dark.normal.full.medium.none.celsius.auto');
  writeStored('language', 'tr');
  writeStored('units', { ...defaultUnits, temperature: 'fahrenheit', timeFormat: '12h' });
  writeStored('accessibility', {
    highContrastMode: true,
    reducedMotion: true,
    fontSize: 'extra-large',
    colorBlindnessMode: 'tritanopia',
  });
  expect(cookie('appearance')).toBe('tr.dark.high.reduced.extra-large.tritanopia.fahrenheit.12h');
});

test('a place is written to about a kilometre, and removed when it is no longer chosen', () => {
  stop = startPreferenceCookies();
  const place = { id: null, name: 'Kadıköy, İstanbul', latitude: 40.990_671, longitude: 29.026_4 };
  writeStored('selectedLocation', place);
  expect(cookie('last_place')).toBe('40.99_29.03_Kad%C4%B1k%C3%B6y%2C%20%C4%B0stanbul');
  writeStored('selectedLocation', null);
  expect(cookie('last_place')).toBeUndefined();
});

// [C8]
test('the elevation of the place is written after its longitude', () => {
  stop = startPreferenceCookies();
  const hut = { id: null, name: 'Hut', latitude: 47.42, longitude: 10.98, elevation: 2962 };
  writeStored('selectedLocation', hut);
  expect(cookie('last_place')).toBe('47.42_10.98@2962_Hut');
});
