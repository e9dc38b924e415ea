/** The options of the search field: suggestions for the input, the coordinates in it, or recent places while it is empty. */
import type { components } from '../../../api/schema.d.ts';
import type { IconName } from '../../../ui/Icon.tsx';
import type { Coordinates } from '../samePlace.ts';
import type { FoundPlace } from './placeQueries.ts';

type Suggestions = components['schemas']['AutocompleteResponse'];
type Part = components['schemas']['Substring'];

const maxRecentShown = 5;

interface OptionText {
  key: string;
  name: string;
  /** The parts of the name that match the input. */
  matches: readonly Part[];
  region: string;
  icon: IconName;
}

/** A recent place and typed coordinates have their position; a suggested place has to be looked up. */
export type Option = OptionText &
  ({ place: FoundPlace; placeId: null } | { place: null; placeId: string });

export function suggestedOptions(answer: Suggestions | undefined): Option[] {
  return (answer?.predictions ?? []).map(({ place_id: placeId, structured_formatting: text }) => ({
    key: placeId,
    name: text.main_text,
    matches: text.main_text_matched_substrings,
    region: text.secondary_text ?? '',
    icon: 'pin',
    place: null,
    placeId,
  }));
}

/** `found` is the name of the place there, as soon as it is known. */
export function coordinatesOption(
  coordinates: Coordinates,
  written: string,
  found?: components['schemas']['PlaceName'],
): Option {
  const name = found?.name ?? written;
  return {
    key: written,
    name: written,
    matches: [],
    region: found?.name ?? '',
    icon: 'pin',
    place: {
      id: null,
      name,
      ...coordinates,
      elevation: found?.elevation ?? undefined,
      address: found?.address ?? null,
      placeId: null,
      source: 'device',
    },
    placeId: null,
  };
}

export function recentOptions(recent: readonly FoundPlace[]): Option[] {
  return recent.slice(0, maxRecentShown).map((place) => ({
    key: `${place.latitude} ${place.longitude}`,
    name: place.name,
    matches: [],
    region: place.address ?? '',
    icon: 'dial',
    place,
    placeId: null,
  }));
}
