/** The name of the place at the device's position. */
import { expect, test } from 'vitest';
import { buildLocation } from '../../../testing/locations.ts';
import { currentFromSaved, currentPlace } from './currentPlace.ts';

const home = buildLocation('Home', { latitude: 52.52, longitude: 13.41, address: 'Berlin' });

// [R4.18, R3.05, R5.06]
test('near a saved place it has the name and the id of that place', () => {
  expect(currentFromSaved({ latitude: 52.529, longitude: 13.401 }, [home])).toEqual({
    id: 'current',
    isCurrent: true,
    originalId: 'id-Home',
    name: 'Home',
    address: 'Berlin',
    latitude: 52.529,
    longitude: 13.401,
  });
});

// [R4.18, R5.06]
test('a hundredth of a degree away it is another place', () => {
  expect(currentFromSaved({ latitude: 52.53, longitude: 13.41 }, [home])).toBeNull();
});

// [R4.18, R3.05]
test('elsewhere it has the geocoded name and no saved place', () => {
  const position = { latitude: 48.2, longitude: 16.4 };
  expect(currentPlace(position, { name: 'Vienna', address: 'Austria' })).toMatchObject({
    id: 'current',
    isCurrent: true,
    originalId: null,
    name: 'Vienna',
  });
});
