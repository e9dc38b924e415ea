/** The request for the name of the place at a position (reverse geocoding). */
import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, responseData } from '../../../api/client.ts';
import { minuteMs } from '../../../units/durations.ts';
import type { Coordinates } from '../samePlace.ts';

const nameFreshMs = 30 * minuteMs;
const coordinateDecimals = 6;

export function placeNameQuery(api: ApiClient, position: Coordinates) {
  const latitude = rounded(position.latitude);
  const longitude = rounded(position.longitude);
  return queryOptions({
    queryKey: ['places', 'name', latitude, longitude],
    queryFn: async () => {
      const query = { latitude, longitude };
      return responseData(api.GET('/api/locations/geocode/reverse', { params: { query } }));
    },
    staleTime: nameFreshMs,
    // No component observes it, so without this it would be dropped earlier.
    gcTime: nameFreshMs,
  });
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(coordinateDecimals));
}
