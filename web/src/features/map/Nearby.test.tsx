/** The picture in words: at the place and at the towns around it. */
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageTexts } from '../../../build/texts.ts';
import { createTranslation } from '../../i18n/I18n.tsx';
import { defaultUnits } from '../../storage/values.ts';
import { createMeasures } from '../../units/measures.ts';
import type { Field } from './drawing/fields.ts';
import type { Picture } from './drawing/picture.ts';
import { Nearby } from './Nearby.tsx';

const place = { name: 'Berlin', latitude: 52.52, longitude: 13.405 };
const town = (name: string, latitude: number, longitude: number) => ({
  name,
  latitude,
  longitude,
  population: 100_000,
});
const towns = [town('Potsdam', 52.391, 13.066), town('Frankfurt (Oder)', 52.35, 14.55)];
const context = {
  translation: createTranslation({ language: 'en', texts: JSON.parse(pageTexts('en')) }),
  units: defaultUnits,
  measures: createMeasures(defaultUnits, 'en'),
  timeZone: 'Europe/Berlin',
  now: new Date('2026-11-17T14:02:00Z'),
};
const frame = { time: '2026-11-17T14:00:00Z', kind: 'past' as const, id: '1' };

function lines(field: Field, byteAt: (latitude: number) => number | undefined) {
  const picture = { field, isModel: field !== 'rain' } as Picture;
  const { container } = render(
    <Nearby
      place={place as never}
      towns={towns}
      picture={picture}
      frame={frame}
      context={context}
      byteAt={({ latitude }) => byteAt(latitude)}
    />,
  );
  return [...container.querySelectorAll('p, li')].map(({ textContent }) =>
    textContent?.replaceAll('\u00a0', ' '),
  );
}

test('temperatures are listed for the place and every town that has one', () => {
  const found = lines('temperature', (latitude) =>
    latitude === place.latitude ? 107 : latitude > 52.37 ? 98 : 0,
  );
  expect(found).toEqual(['Berlin: 7°', 'Potsdam, 27 km south-west: -2°']);
  expect(screen.getByRole('heading', { name: 'Temperature around Berlin at 15:00' })).toBeVisible();
});

test('where the model has no value, that is said', () => {
  expect(lines('wind', (latitude) => (latitude === place.latitude ? 0 : 6))[0]).toBe(
    'Berlin: no forecast',
  );
});

test('of rain, only the towns where it rains are listed', () => {
  // 30 is 2.5 mm/h, 1 is dry.
  expect(lines('rain', (latitude) => (latitude > 52.37 ? 30 : 1))).toEqual([
    'Potsdam, 27 km south-west: moderate rain',
  ]);
  expect(lines('rain', () => 1)).toEqual(['None of the larger towns around has rain.']);
});

test('nothing is said before the picture is there', () => {
  expect(lines('temperature', () => undefined)).toEqual([]);
});
