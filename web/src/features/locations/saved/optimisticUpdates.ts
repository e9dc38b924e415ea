/** The list of saved places after a change, shown before the server has answered. */
import type { PlaceDraft } from '../../../storage/places.ts';
import { bodyOfEdit, type PlaceEdit } from './placeEdit.ts';
import type { Location } from './queries.ts';

export function withEdit(list: Location[], id: string, edit: PlaceEdit): Location[] {
  return list.map((place) => (place.id === id ? { ...place, ...bodyOfEdit(edit) } : place));
}

export function without(list: Location[], id: string): Location[] {
  return list.filter((place) => place.id !== id);
}

/** The list with one place moved; a position beyond the ends means the end. */
export function withMoved(list: Location[], id: string, to: number): Location[] {
  const moved = list.find((place) => place.id === id);
  if (!moved) return list;
  const others = without(list, id);
  const at = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, at), moved, ...others.slice(at)].map((place, position) => ({
    ...place,
    position,
  }));
}

/** The list with a new place, which has a temporary id until the server has answered. */
export function withDraft(list: Location[], draft: PlaceDraft, position: number, at: Date) {
  const now = at.toISOString();
  const place: Location = {
    id: `draft ${draft.latitude} ${draft.longitude}`,
    name: draft.name,
    latitude: draft.latitude,
    longitude: draft.longitude,
    location_type: draft.category,
    show_on_homepage: draft.showOnHomepage,
    alerts_enabled: draft.alertsEnabled,
    address: draft.address,
    address_components: null,
    place_id: draft.placeId,
    geo_source: draft.source,
    located_at: now,
    position,
    created_at: now,
    updated_at: now,
  };
  return [...list.slice(0, position), place, ...list.slice(position)];
}
