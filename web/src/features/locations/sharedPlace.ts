/** Reads and writes a place in a link, `/?lat=47.42&lon=10.98&elevation=2962&name=Zugspitze`. Links are untrusted input, so they are validated. */
import type { Language } from '../../i18n/language.ts';
import { type Place, parsePlace, type Units } from '../../storage/values.ts';
import { unitSetOf } from '../../units/unitSets.ts';

const maxNameLength = 100;

/** Null when the link has no valid coordinates. */
export function readSharedPlace(search: string): Place | null {
  const query = new URLSearchParams(search);
  const [latitude, longitude] = [toNumber(query.get('lat')), toNumber(query.get('lon'))];
  if (latitude === null || longitude === null) return null;
  const name = query.get('name')?.trim().slice(0, maxNameLength);
  const elevation = toNumber(query.get('elevation'));
  return (
    parsePlace({
      id: null,
      name: name || `${latitude}, ${longitude}`,
      latitude,
      longitude,
      elevation,
    }) ?? null
  );
}

/**
 * For sharing. A chat shows its preview in the language and units of the sharer; the page opens in those of the reader.
 * The server reads `preview=de-us` in `server/src/html/sharer.rs`.
 */
export function linkToPlace(
  origin: string,
  place: Place,
  language: Language,
  units: Units,
): string {
  const set = unitSetOf(units);
  // Metric units go without saying, so that most addresses stay short.
  return `${origin}${addressOf(place)}&preview=${language}${set === 'metric' ? '' : `-${set}`}`;
}

/** The address of a place's weather; `useChoosePlace` leaves out the current location. */
export function addressOf(place: Place): string {
  return `/${searchOf(place)}`;
}

/** The parameters of a place in a link. */
export function searchOf(place: Place): string {
  const query = new URLSearchParams({
    lat: String(place.latitude),
    lon: String(place.longitude),
    ...(place.elevation !== undefined && { elevation: String(place.elevation) }),
    name: place.name,
  });
  return `?${query}`;
}

function toNumber(text: string | null): number | null {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
