/** The requests of the place search: suggestions while typing, and the coordinates of a suggested place. */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, responseData } from '../../../api/client.ts';
import { errorText } from '../../../api/errorText.ts';
import type { components } from '../../../api/schema.d.ts';
import type { Language } from '../../../i18n/language.ts';
import type { TextKey } from '../../../i18n/texts.ts';
import type { PlaceDraft } from '../../../storage/places.ts';
import type { Place } from '../../../storage/values.ts';
import { minuteMs } from '../../../units/durations.ts';

/** The server returns nothing for shorter input. */
export const minInputLength = 2;
const suggestionsFreshMs = 30 * minuteMs;

type Source = components['schemas']['PlacesSource'];
type Status = components['schemas']['PlacesStatus'];

/** A place found by a search. */
export type FoundPlace = Place & Pick<PlaceDraft, 'address' | 'placeId' | 'source'>;

/** The search answered with an error status. */
export class PlacesError extends Error {
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
          throw new PlacesError('geolocation.geocodingError', answer.status);
        }
        return answer;
      },
      enabled: input.trim().length >= minInputLength,
      staleTime: suggestionsFreshMs,
      gcTime: suggestionsFreshMs,
    }),
};

/** The place behind a suggestion. */
export async function findPlace(
  api: ApiClient,
  placeId: string,
  language: Language,
): Promise<FoundPlace> {
  const query = { place_id: placeId, fields: 'name,geometry/location', language };
  const { status, source, result } = await responseData(
    api.GET('/api/google-places/details', { params: { query } }),
  );
  if (!isOutcome(status)) throw new PlacesError('geolocation.placeDetailsError', status);
  if (!result?.name || !result.geometry) throw new PlacesError('locations.incomplete', status);
  const { lat, lng } = result.geometry.location;
  return {
    id: null,
    name: result.name,
    latitude: lat,
    longitude: lng,
    elevation: result.elevation ?? undefined,
    placeId,
    source: sources[source],
    address: null,
  };
}

/** The message for a place that could not be loaded. */
export function placeErrorText(
  error: Error,
  t: (key: TextKey, values?: Record<string, string>) => string,
): string {
  if (error instanceof PlacesError) return t(error.key, { status: error.status });
  return t('locations.loadFailed', { error: t(errorText(error)) });
}

const sources = { geonames: 'gazetteer', google: 'google' } as const satisfies Record<
  Source,
  PlaceDraft['source']
>;

function isOutcome(status: Status): boolean {
  return status === 'OK' || status === 'ZERO_RESULTS';
}
