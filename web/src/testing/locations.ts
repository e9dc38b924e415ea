/** Builds places for tests, and stubs the API that returns them. */
import { HttpResponse, http } from 'msw';
import type { components } from '../api/schema.d.ts';
import type { CurrentPlace } from '../storage/places.ts';
import { network } from './network.ts';

export type Location = components['schemas']['Location'];

/** The coordinates depend on the length of the name. */
export function buildLocation(name: string, change: Partial<Location> = {}): Location {
  return {
    id: `id-${name}`,
    name,
    latitude: 48.2,
    longitude: name.length,
    elevation: null,
    location_type: 'Home',
    show_on_homepage: true,
    alerts_enabled: false,
    address: null,
    address_components: null,
    place_id: null,
    geo_source: 'device',
    located_at: '2026-07-01T00:00:00Z',
    position: 0,
    created_at: '2026-07-01T00:00:00Z',
    updated_at: '2026-07-01T00:00:00Z',
    ...change,
  };
}

export function buildCurrent(name: string, change: Partial<CurrentPlace> = {}): CurrentPlace {
  return {
    id: 'current',
    isCurrent: true,
    originalId: null,
    name,
    address: null,
    latitude: 1,
    longitude: 2,
    ...change,
  };
}

export function answerLocations(...locations: Location[]): void {
  network.use(http.get('*/api/locations', () => HttpResponse.json({ locations })));
}

/** Stubs the suggestions for any input, and the details of each suggested place. */
export function answerPlaces(...names: string[]): void {
  network.use(
    http.get('*/api/google-places/autocomplete', () =>
      HttpResponse.json({
        status: 'OK',
        source: 'geonames',
        predictions: names.map((name, index) => ({
          place_id: `gn:${index}`,
          description: `${name}, Germany`,
          structured_formatting: {
            main_text: name,
            main_text_matched_substrings: [{ offset: 0, length: 3 }],
            secondary_text: 'Germany',
          },
          matched_substrings: [],
          terms: [],
          types: [],
        })),
      }),
    ),
    http.get('*/api/google-places/details', ({ request }) => {
      const id = new URL(request.url).searchParams.get('place_id') ?? '';
      const name = names[Number(id.replace('gn:', ''))];
      return HttpResponse.json({
        status: 'OK',
        source: 'geonames',
        html_attributions: [],
        result: {
          place_id: id,
          name,
          formatted_address: `${name}, Germany`,
          geometry: { location: { lat: 52.4, lng: 13.06 } },
          address_components: [],
          types: [],
          timezone: 'Europe/Berlin',
          elevation: 32,
        },
      });
    }),
  );
}
