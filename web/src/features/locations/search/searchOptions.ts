/** What can be chosen below the search field: suggestions for what is typed, recent places before that. */
import type { components } from '../../../api/schema.d.ts';
import type { IconName } from '../../../ui/Icon.tsx';
import type { FoundPlace } from '../queries.ts';

type Suggestions = components['schemas']['PredictionsAnswer'];
type Part = components['schemas']['Substring'];

const recentShown = 5;

interface Shown {
  key: string;
  name: string;
  /** The parts of the name that were typed. */
  matches: readonly Part[];
  region: string;
  icon: IconName;
}

/** A recent place is known; a suggested one has to be looked up. */
export type Option = Shown &
  ({ place: FoundPlace; placeId: null } | { place: null; placeId: string });

export function suggestedOptions(answer: Suggestions | undefined): Option[] {
  return (answer?.predictions ?? []).map(({ place_id: placeId, structured_formatting: words }) => ({
    key: placeId,
    name: words.main_text,
    matches: words.main_text_matched_substrings,
    region: words.secondary_text ?? '',
    icon: 'pin',
    place: null,
    placeId,
  }));
}

export function recentOptions(recent: readonly FoundPlace[]): Option[] {
  return recent.slice(0, recentShown).map((place) => ({
    key: `${place.latitude} ${place.longitude}`,
    name: place.name,
    matches: [],
    region: place.address ?? '',
    icon: 'dial',
    place,
    placeId: null,
  }));
}
