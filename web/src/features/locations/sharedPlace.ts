/** Reads and writes a place in a link, `/?lat=52.52&lon=13.41&name=Berlin`. Links are untrusted input, so they are validated. */
import { type Place, parsePlace } from '../../storage/values.ts';

const maxNameLength = 100;

/** Null when the link has no valid coordinates. */
export function readSharedPlace(search: string): Place | null {
  const query = new URLSearchParams(search);
  const [latitude, longitude] = [degrees(query.get('lat')), degrees(query.get('lon'))];
  if (latitude === null || longitude === null) return null;
  const name = query.get('name')?.trim().slice(0, maxNameLength);
  return (
    parsePlace({ id: null, name: name || `${latitude}, ${longitude}`, latitude, longitude }) ?? null
  );
}

export function linkToPlace(origin: string, place: Place): string {
  return `${origin}${addressOf(place)}`;
}

/** The address of a place's weather; `useChoosePlace` leaves out the current location. */
export function addressOf(place: Place): string {
  const query = new URLSearchParams({
    lat: String(place.latitude),
    lon: String(place.longitude),
    name: place.name,
  });
  return `/?${query}`;
}

function degrees(text: string | null): number | null {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
