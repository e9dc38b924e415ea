/** How the page asks about places: names while one types, a place's position, and the name of a position. */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, answerOf } from '../../api/client.ts';
import type { Language } from '../../i18n/language.ts';
import type { Place } from '../../storage/values.ts';

/** The server itself answers nothing to fewer letters. */
const leastLetters = 2;
const geocodeFreshMs = 30 * 60_000;
const coordinateDecimals = 6;

export const placeQueries = {
  suggestions: (api: ApiClient, input: string, language: Language) =>
    queryOptions({
      queryKey: ['places', 'suggestions', input.trim(), language],
      queryFn: async ({ signal }) => {
        const query = { input: input.trim(), language };
        const answer = await answerOf(
          api.GET('/api/google-places/autocomplete', { params: { query }, signal }),
        );
        return answer.predictions;
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
        return answerOf(api.GET('/api/locations/geocode/reverse', { params: { query } }));
      },
      staleTime: geocodeFreshMs,
    });
  },
};

/** The place behind a suggestion; null when it is gone. */
export async function findPlace(
  api: ApiClient,
  placeId: string,
  language: Language,
): Promise<Place | null> {
  const query = { place_id: placeId, language };
  const { result } = await answerOf(api.GET('/api/google-places/details', { params: { query } }));
  if (!result) return null;
  const { lat, lng } = result.geometry.location;
  return { id: null, name: result.name, latitude: lat, longitude: lng };
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(coordinateDecimals));
}
