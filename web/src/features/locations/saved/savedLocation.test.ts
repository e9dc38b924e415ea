/** The shape of a saved place in the page. */
import { expect, test } from 'vitest';
import { savedLocation } from './savedLocation.ts';

// [R3.04]
test('a saved place of the API has the names of the page, and no weather yet', () => {
  const components = [{ long_name: 'Wien', short_name: 'Wien', types: ['locality'] }];
  expect(
    savedLocation({
      id: '0198c2f0-0000-7000-8000-000000000001',
      name: 'Wien',
      latitude: 48.21,
      longitude: 16.37,
      elevation: 171,
      location_type: 'Work',
      show_on_homepage: false,
      alerts_enabled: true,
      address: 'Wien, Austria',
      address_components: components,
      place_id: 'gn:1',
      geo_source: 'gazetteer',
      located_at: '2026-07-01T00:00:00Z',
      position: 2,
      created_at: '2026-07-01T00:00:00Z',
      updated_at: '2026-07-02T00:00:00Z',
    }),
  ).toEqual({
    id: '0198c2f0-0000-7000-8000-000000000001',
    name: 'Wien',
    latitude: 48.21,
    longitude: 16.37,
    elevation: 171,
    category: 'Work',
    showOnHomepage: false,
    alertsEnabled: true,
    address: 'Wien, Austria',
    address_components: components,
    placeId: 'gn:1',
    source: 'gazetteer',
    position: 2,
    updated_at: '2026-07-02T00:00:00Z',
    temperature: null,
    condition: null,
    originalId: null,
    isCurrent: false,
  });
});
