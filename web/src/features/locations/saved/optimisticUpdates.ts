/** What a change makes of the list before the server has answered. */
import type { PlaceDraft } from '../../../storage/places.ts';
import type { Location } from './queries.ts';

/** What the form of a saved place can change. */
export interface PlaceEdit {
  name: string;
  category: Location['location_type'];
  showOnHomepage: boolean;
  alertsEnabled: boolean;
}

export function withEdit(list: Location[], id: string, edit: PlaceEdit): Location[] {
  return list.map((place) => (place.id === id ? { ...place, ...bodyOfEdit(edit) } : place));
}

export function without(list: Location[], id: string): Location[] {
  return list.filter((place) => place.id !== id);
}

/** The list with one place moved; positions beyond the ends mean the ends. */
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

/** A new place stands in the list at once, under an id that is replaced by the server's. */
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

export function bodyOfEdit({ name, category, showOnHomepage, alertsEnabled }: PlaceEdit) {
  return {
    name,
    location_type: category,
    show_on_homepage: showOnHomepage,
    alerts_enabled: alertsEnabled,
  };
}

export function bodyOfDraft(draft: PlaceDraft) {
  const { latitude, longitude, address, placeId, source } = draft;
  return {
    ...bodyOfEdit(draft),
    latitude,
    longitude,
    geo_source: source,
    ...(address !== null && { address }),
    ...(placeId !== null && { place_id: placeId }),
  };
}

/** What undoing a deletion saves again. */
export function draftOfSaved(place: Location): PlaceDraft {
  return {
    name: place.name,
    latitude: place.latitude,
    longitude: place.longitude,
    category: place.location_type,
    showOnHomepage: place.show_on_homepage,
    alertsEnabled: place.alerts_enabled,
    address: place.geo_source === 'device' ? place.address : null,
    placeId: place.place_id,
    source: place.geo_source,
  };
}
