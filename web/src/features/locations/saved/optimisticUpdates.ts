/** The list of saved places after a change, shown before the server has answered. */
import type { PlaceDraft } from '../../../storage/places.ts';
import type { PlaceEdit } from './placeEdit.ts';
import type { SavedLocation } from './savedLocation.ts';

export function withEdit(list: SavedLocation[], id: string, edit: PlaceEdit): SavedLocation[] {
  return list.map((place) => (place.id === id ? { ...place, ...edit } : place));
}

export function without(list: SavedLocation[], id: string): SavedLocation[] {
  return list.filter((place) => place.id !== id);
}

/** The list with one place moved; a position beyond the ends means the end. */
export function withMoved(list: SavedLocation[], id: string, to: number): SavedLocation[] {
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
export function withDraft(list: SavedLocation[], draft: PlaceDraft, position: number, at: Date) {
  const place: SavedLocation = {
    ...draft,
    id: `draft ${draft.latitude} ${draft.longitude}`,
    address_components: null,
    position,
    updated_at: at.toISOString(),
    temperature: null,
    condition: null,
    originalId: null,
    isCurrent: false,
  };
  return [...list.slice(0, position), place, ...list.slice(position)];
}
