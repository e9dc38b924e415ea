/** Places on the map: the one of the page as a marker, the saved ones as buttons, so that the keyboard reaches them. */
import type { Place } from '../../storage/values.ts';
import { type MapView, onScreen, type Size, viewAt } from './drawing/view.ts';
import box from './mapBox.module.css';
import styles from './RainMap.module.css';

interface MapPlacesProps {
  view: MapView;
  size: Size;
  place: Place;
  places: Place[];
  onChoose: (place: Place) => void;
}

export function MapPlaces({ view, size, place, places, onChoose }: MapPlacesProps) {
  const positionOf = ({ latitude, longitude }: Place) =>
    onScreen(viewAt(latitude, longitude, view.zoom), view, size);
  const isInside = ({ left, top }: { left: number; top: number }) =>
    left >= 0 && top >= 0 && left <= size.width && top <= size.height;
  const center = positionOf(place);
  if (size.width === 0) return null;
  return (
    <>
      {isInside(center) && <span className={box.marker} style={center} aria-hidden="true" />}
      {places.map((other) => {
        const position = positionOf(other);
        return (
          isInside(position) && (
            <button
              key={other.id ?? other.name}
              type="button"
              className={styles.place}
              style={position}
              onClick={() => onChoose(other)}
            >
              {other.name}
            </button>
          )
        );
      })}
    </>
  );
}
