/** The two cookies by which the server knows how the page shall arrive. */
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

test('who has chosen nothing is told nothing about', () => {
  stop = startPreferenceCookies();
  expect(cookie('appearance')).toBeUndefined();
  expect(cookie('last_place')).toBeUndefined();
});

test('a choice is told at once, each in its place', () => {
  stop = startPreferenceCookies();
  writeStored('theme', 'dark');
  expect(cookie('appearance')).toBe('.dark.normal.full.medium.none.celsius');
  writeStored('language', 'tr');
  writeStored('units', { ...defaultUnits, temperature: 'fahrenheit' });
  writeStored('accessibility', {
    highContrastMode: true,
    reducedMotion: true,
    fontSize: 'extra-large',
    colorBlindnessMode: 'tritanopia',
  });
  expect(cookie('appearance')).toBe('tr.dark.high.reduced.extra-large.tritanopia.fahrenheit');
});

test('a place is told to about a kilometre, and no longer than it is chosen', () => {
  stop = startPreferenceCookies();
  const place = { id: null, name: 'Kadıköy, İstanbul', latitude: 40.990_671, longitude: 29.026_4 };
  writeStored('selectedLocation', place);
  expect(cookie('last_place')).toBe('40.99_29.03_Kad%C4%B1k%C3%B6y%2C%20%C4%B0stanbul');
  writeStored('selectedLocation', null);
  expect(cookie('last_place')).toBeUndefined();
});
