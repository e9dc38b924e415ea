/** How the page asks about places: names while one types, a place's position, and the name of a position. */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, responseData } from '../../api/client.ts';
import { errorText } from '../../api/errorText.ts';
import type { components } from '../../api/schema.d.ts';
import type { Language } from '../../i18n/language.ts';
import type { TextKey } from '../../i18n/texts.ts';
import type { PlaceDraft } from '../../storage/places.ts';
import type { Place } from '../../storage/values.ts';

/** The server itself answers nothing to fewer letters. */
export const leastLetters = 2;
const geocodeFreshMs = 30 * 60_000;
const coordinateDecimals = 6;

type Source = components['schemas']['PlacesSource'];
type Status = components['schemas']['PlacesStatus'];

/** A place that a search led to. */
export type FoundPlace = Place & Pick<PlaceDraft, 'address' | 'placeId' | 'source'>;

/** The search answered, but not with places. */
export class PlacesProblem extends Error {
  readonly key: TextKey;
  readonly status: Status;

  constructor(key: TextKey, status: Status) {
    super(`${key}: ${status}`);
    this.key = key;
    this.status = status;
  }
}

export const placeQueries = {
  suggestions: (api: ApiClient, input: string, language: Language) =>
    queryOptions({
      queryKey: ['places', 'suggestions', input.trim(), language],
      queryFn: async ({ signal }) => {
        const query = { input: input.trim(), language };
        const answer = await responseData(
          api.GET('/api/google-places/autocomplete', { params: { query }, signal }),
        );
        if (!isOutcome(answer.status)) {
          throw new PlacesProblem('geolocation.geocodingError', answer.status);
        }
        return answer;
      },
      enabled: input.trim().length >= leastLetters,
      staleTime: geocodeFreshMs,
    }),

  /** What the place under a position is called. */
  nameOf: (api: ApiClient, position: { latitude: number; longitude: number }) => {
    const latitude = rounded(position.latitude);
    const longitude = rounded(position.longitude);
    return queryOptions({
      queryKey: ['places', 'name', latitude, longitude],
      queryFn: async () => {
        const query = { latitude, longitude };
        return responseData(api.GET('/api/locations/geocode/reverse', { params: { query } }));
      },
      staleTime: geocodeFreshMs,
    });
  },
};

/** The place behind a suggestion. */
export async function findPlace(
  api: ApiClient,
  placeId: string,
  language: Language,
): Promise<FoundPlace> {
  const query = { place_id: placeId, language };
  const { status, source, result } = await responseData(
    api.GET('/api/google-places/details', { params: { query } }),
  );
  if (!isOutcome(status)) throw new PlacesProblem('geolocation.placeDetailsError', status);
  if (!result?.name) throw new PlacesProblem('locations.incomplete', status);
  const { lat, lng } = result.geometry.location;
  return {
    id: null,
    name: result.name,
    latitude: lat,
    longitude: lng,
    placeId,
    source: sources[source],
    address: null,
  };
}

/** What to say when a place could not be had: its sentence and the values in it. */
export function placeProblem(
  error: Error,
  t: (key: TextKey, values?: Record<string, string>) => string,
): string {
  if (error instanceof PlacesProblem) return t(error.key, { status: error.status });
  return t('locations.loadFailed', { error: t(errorText(error)) });
}

const sources = { geonames: 'gazetteer', google: 'google' } as const satisfies Record<
  Source,
  PlaceDraft['source']
>;

function isOutcome(status: Status): boolean {
  return status === 'OK' || status === 'ZERO_RESULTS';
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(coordinateDecimals));
}
