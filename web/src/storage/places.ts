/** Places that are more than a name and a position: where the device is, and what somebody is about to save. */
import { type Place, parsePlace } from './values.ts';

/** Where the device is; near a saved place it has that one's name. */
export interface CurrentPlace extends Place {
  id: 'current';
  isCurrent: true;
  /** The saved place it was taken from. */
  originalId: string | null;
  address: string | null;
}

export const placeCategories = ['Home', 'Work', 'Vacation'] as const;
type PlaceCategory = (typeof placeCategories)[number];
const defaultCategory: PlaceCategory = 'Vacation';
const placeSources = ['device', 'gazetteer', 'google'] as const;

/** A place as its form holds it before it is saved. */
export interface PlaceDraft {
  name: string;
  latitude: number;
  longitude: number;
  category: PlaceCategory;
  showOnHomepage: boolean;
  alertsEnabled: boolean;
  /** The server knows the address of places it found itself. */
  address: string | null;
  placeId: string | null;
  source: (typeof placeSources)[number];
}

/** What somebody wanted to save before logging in, and when: nobody expects it to be saved days later. */
export interface PendingSave extends PlaceDraft {
  wantedAt: number;
}

/** A place to be saved, with the defaults of a new one. */
export function draftOf(
  place: Pick<PlaceDraft, 'name' | 'latitude' | 'longitude'> & Partial<PlaceDraft>,
): PlaceDraft {
  return {
    name: place.name,
    latitude: place.latitude,
    longitude: place.longitude,
    category: place.category ?? defaultCategory,
    showOnHomepage: place.showOnHomepage ?? true,
    alertsEnabled: place.alertsEnabled ?? false,
    address: place.address ?? null,
    placeId: place.placeId ?? null,
    source: place.source ?? 'device',
  };
}

export function parseCurrentPlace(value: unknown): CurrentPlace | undefined {
  const place = parsePlace(value);
  if (!place) return undefined;
  const { originalId, address } = value as Record<string, unknown>;
  return {
    ...place,
    id: 'current',
    isCurrent: true,
    originalId: typeof originalId === 'string' ? originalId : null,
    address: typeof address === 'string' ? address : null,
  };
}

export function parsePendingSave(value: unknown): PendingSave | undefined {
  const place = parsePlace(value);
  if (!place) return undefined;
  const fields = value as Record<string, unknown>;
  const { wantedAt, address, placeId } = fields;
  if (typeof wantedAt !== 'number') return undefined;
  return {
    name: place.name,
    latitude: place.latitude,
    longitude: place.longitude,
    category: placeCategories.find((one) => one === fields.category) ?? defaultCategory,
    showOnHomepage: fields.showOnHomepage !== false,
    alertsEnabled: fields.alertsEnabled === true,
    address: typeof address === 'string' ? address : null,
    placeId: typeof placeId === 'string' ? placeId : null,
    source: placeSources.find((one) => one === fields.source) ?? 'device',
    wantedAt,
  };
}
