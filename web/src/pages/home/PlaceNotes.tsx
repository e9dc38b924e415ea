/** What follows the cards of a place: the rain around it, and how accurate its forecasts have been. */
import { RainPreview } from '../../features/map/RainPreview.tsx';
import { AccuracyLine } from '../../features/weather/accuracy/AccuracyLine.tsx';
import type { Place } from '../../storage/values.ts';

interface PlaceNotesProps {
  place: Place;
  /** The parameters of the place in a link. */
  search: string;
}

export function PlaceNotes({ place, search }: PlaceNotesProps) {
  return (
    <>
      <RainPreview key={search} place={place} search={search} />
      <AccuracyLine place={place} search={search} />
    </>
  );
}
