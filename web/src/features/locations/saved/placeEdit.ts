/** Edits of a saved place, and the request bodies made from edits and drafts. */
import type { PlaceDraft } from '../../../storage/places.ts';
import type { Location } from './queries.ts';

/** What the form of a saved place can change. */
export interface PlaceEdit {
  name: string;
  category: Location['location_type'];
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

/** A saved place as a draft, to edit it or to undo its deletion. */
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
