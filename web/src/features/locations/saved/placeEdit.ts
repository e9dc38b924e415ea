/** Edits of a saved place, and the request bodies made from edits and drafts. */
import type { PlaceDraft } from '../../../storage/places.ts';
import type { SavedLocation } from './savedLocation.ts';

/** What the form of a saved place can change. */
export interface PlaceEdit {
  name: string;
  category: SavedLocation['category'];
  showOnHomepage: boolean;
  alertsEnabled: boolean;
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
  const { latitude, longitude, elevation, address, placeId, source } = draft;
  return {
    ...bodyOfEdit(draft),
    latitude,
    longitude,
    ...(elevation !== undefined && { elevation }),
    geo_source: source,
    ...(address !== null && { address }),
    ...(placeId !== null && { place_id: placeId }),
  };
}

/** A saved place as a draft, to edit it or to undo its deletion. */
export function draftOfSaved(place: SavedLocation): PlaceDraft {
  const { name, latitude, longitude, elevation, category, showOnHomepage, alertsEnabled } = place;
  return {
    name,
    latitude,
    longitude,
    elevation,
    category,
    showOnHomepage,
    alertsEnabled,
    address: place.source === 'device' ? place.address : null,
    placeId: place.placeId,
    source: place.source,
  };
}
