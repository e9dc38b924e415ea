/** The stored place types: the device's current place, and a place about to be saved. */
import { type Place, parsePlace } from './values.ts';

/** The device's current place; near a saved place it takes that place's name. */
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

/** A place in the form before it is saved. */
export interface PlaceDraft {
  name: string;
  latitude: number;
  longitude: number;
  elevation?: number;
  category: PlaceCategory;
  showOnHomepage: boolean;
  alertsEnabled: boolean;
  /** Null for search results: the server already knows their address. */
  address: string | null;
  placeId: string | null;
  source: (typeof placeSources)[number];
}

/** A place a visitor wanted to save before logging in, with the time, because it expires. */
export interface PendingSave extends PlaceDraft {
  wantedAt: number;
}

/** A draft with the defaults of a new place. */
export function createDraft(
  place: Pick<PlaceDraft, 'name' | 'latitude' | 'longitude'> & Partial<PlaceDraft>,
): PlaceDraft {
  return {
    name: place.name,
    latitude: place.latitude,
    longitude: place.longitude,
    elevation: place.elevation,
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
    elevation: place.elevation,
    category: placeCategories.find((one) => one === fields.category) ?? defaultCategory,
    showOnHomepage: fields.showOnHomepage !== false,
    alertsEnabled: fields.alertsEnabled === true,
    address: typeof address === 'string' ? address : null,
    placeId: typeof placeId === 'string' ? placeId : null,
    source: placeSources.find((one) => one === fields.source) ?? 'device',
    wantedAt,
  };
}
