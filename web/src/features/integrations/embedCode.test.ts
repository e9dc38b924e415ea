/** The code for other sites is valid HTML with any name of a place. */
import { expect, test } from 'vitest';
import { defaultUnits } from '../../storage/values.ts';
import { type EmbedOptions, embedQuery, frameCode, pictureCode } from './embedCode.ts';

const options: EmbedOptions = {
  origin: 'https://weather.example',
  search: '?lat=52.52&lon=13.41&name=A+%26+%22B%22',
  title: 'Weather in A & "B" <i>',
  view: 'week',
  theme: 'dark',
  language: 'de',
  units: defaultUnits,
};

const parse = (code: string) => {
  const box = document.createElement('div');
  box.innerHTML = code;
  return box;
};

test('the frame has a title, runs no scripts and sends no address of its page', () => {
  const frame = parse(frameCode(options)).querySelector('iframe');
  expect(frame?.title).toBe(options.title);
  expect(frame?.getAttribute('src')).toBe(
    'https://weather.example/embed?lat=52.52&lon=13.41&name=A+%26+%22B%22&view=week&theme=dark&units=metric&lang=de',
  );
  expect(frame?.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
  expect(frame?.getAttribute('referrerpolicy')).toBe('no-referrer');
  expect(parse(frameCode(options)).children).toHaveLength(1);
});

test('the picture has a text and leads to the page in its language', () => {
  const box = parse(pictureCode(options));
  expect(box.querySelector('img')?.alt).toBe(options.title);
  expect(box.querySelector('a')?.rel).toBe('noopener');
  expect(box.querySelector('a')?.getAttribute('href')).toBe(
    'https://weather.example/?lat=52.52&lon=13.41&name=A+%26+%22B%22&lang=de',
  );
});

test.each([
  [{ temperature: 'fahrenheit', windSpeed: 'mph' }, 'us'],
  [{ temperature: 'celsius', windSpeed: 'mph' }, 'uk'],
  [{ temperature: 'celsius', windSpeed: 'km/h' }, 'kmh'],
  [{ temperature: 'celsius', windSpeed: 'Bft' }, 'metric'],
] as const)('the units %o are called %s', (units, expected) => {
  const query = embedQuery({ ...options, units: { ...defaultUnits, ...units } });
  expect(new URLSearchParams(query).get('units')).toBe(expected);
});
