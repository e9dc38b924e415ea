/** The picture: land and borders, the field of one frame, and places as buttons. Everything it shows is also said in words. */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { Place } from '../../storage/values.ts';
import { classNames } from '../../ui/classNames.ts';
import { Checkbox } from '../../ui/inputs/Checkbox.tsx';
import type { Area } from './drawing/drawAreas.ts';
import type { MapFrame, Picture } from './drawing/picture.ts';
import { useCanvasSize } from './drawing/useCanvasSize.ts';
import { useMapDrawing } from './drawing/useMapDrawing.ts';
import { type MapView, moved, onScreen, type Size, viewAt, zoomed } from './drawing/view.ts';
import { fieldText } from './fieldText.ts';
import { MapButton } from './MapButton.tsx';
import { MapPlaces } from './MapPlaces.tsx';
import boxStyles from './mapBox.module.css';
import { Nearby } from './Nearby.tsx';
import { movedBy, offsetOf, type Point } from './nearby.ts';
import styles from './RainMap.module.css';
import { type RainContext, whereText } from './rainText.ts';
import { useMapGestures } from './useMapGestures.ts';

interface RainMapProps {
  picture: Picture;
  frame: MapFrame;
  /** Frames that are loaded ahead. */
  ahead: readonly MapFrame[];
  /** In the address of the tiles of land. */
  baseVersion: string;
  place: Place;
  places: Place[];
  /** Where the alerts of the place apply. */
  areas: readonly Area[];
  /** What the picture shows, in words. */
  summary: string;
  context: RainContext;
  onChoose: (place: Place) => void;
  /** Directly below the picture. */
  children: ReactNode;
}

const firstZoom = 6.2;
const stepPixels = 80;
const zoomStep = 0.5;
const crossStepKm = 10;
const directions = [
  { icon: 'west', east: -1, south: 0 },
  { icon: 'east', east: 1, south: 0 },
  { icon: 'north', east: 0, south: -1 },
  { icon: 'south', east: 0, south: 1 },
] as const;

export function RainMap({
  picture,
  frame,
  ahead,
  baseVersion,
  place,
  places,
  areas,
  summary,
  context,
  onChoose,
  children,
}: RainMapProps) {
  const { t } = context.translation;
  const home = viewAt(place.latitude, place.longitude, firstZoom);
  const [view, setView] = useState(home);
  const box = useRef<HTMLDivElement>(null);
  const size = useCanvasSize(box);
  const shown = { picture, frame, ahead, baseVersion, place, areas, view, size };
  const drawing = useMapDrawing(box, shown);
  // Null while arrow keys move the map.
  const [cross, setCross] = useState<Point | null>(null);

  const move = (east: number, south: number) => setView((last) => moved(last, east, south));
  const zoom = (steps: number, around?: { east: number; south: number }) =>
    setView((last) => zoomed(last, last.zoom + steps, around));
  useMapGestures(box, {
    onDrag: ({ right, down }) => move(-right, -down),
    onZoom: ({ levels, around }) => zoom(levels, around),
  });

  function handleKey(event: KeyboardEvent) {
    const action = keyActions[event.key];
    if (event.target !== event.currentTarget || !action || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action(cross ? moveCross : move, zoom);
  }

  function moveCross(east: number, south: number) {
    if (!cross) return;
    const next = movedBy(cross, Math.sign(east) * crossStepKm, -Math.sign(south) * crossStepKm);
    setCross(next);
    setView((last) => showing(next, last, size));
  }

  return (
    <figure className={styles.figure}>
      {/* biome-ignore lint/a11y/useSemanticElements: not a set of form fields */}
      <div
        ref={box}
        className={classNames(boxStyles.box, styles.box)}
        role="group"
        aria-label={t('map.picture.title')}
        aria-describedby="map-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map while it has the focus
        tabIndex={0}
        onKeyDown={handleKey}
      >
        <div role="img" aria-label={summary}>
          <canvas ref={drawing.base} className={boxStyles.canvas} />
          <canvas ref={drawing.field} className={boxStyles.canvas} />
          <canvas ref={drawing.names} className={boxStyles.canvas} />
        </div>
        <MapPlaces view={view} size={size} place={place} places={places} onChoose={onChoose} />
        {cross && (
          <span className={styles.cross} style={positionOf(cross, view, size)} aria-hidden="true" />
        )}
      </div>
      {children}
      <fieldset className={styles.moves}>
        <legend className={styles.hidden}>{t('map.picture.move')}</legend>
        <div className={styles.buttons}>
          <MapButton
            icon="closer"
            label={t('map.picture.closer')}
            onClick={() => zoom(2 * zoomStep)}
          />
          <MapButton
            icon="farther"
            label={t('map.picture.farther')}
            onClick={() => zoom(-2 * zoomStep)}
          />
          <MapButton
            icon="back"
            label={t('map.picture.back', { place: place.name })}
            onClick={() => setView(home)}
          />
        </div>
        <div className={styles.buttons}>
          {directions.map(({ icon, east, south }) => (
            <MapButton
              key={icon}
              icon={icon}
              label={t(`map.picture.${icon}`)}
              onClick={() => move(east * stepPixels, south * stepPixels)}
            />
          ))}
        </div>
      </fieldset>
      <Checkbox
        name="reading"
        isChecked={cross !== null}
        onChange={(isChecked) => setCross(isChecked ? place : null)}
      >
        {t('map.cross.switch')}
      </Checkbox>
      <p className={styles.read} role="status">
        {cross &&
          t('map.cross.at', {
            ...whereText(offsetOf(place, cross), context),
            rain: fieldText(picture, drawing.byteAt(cross), context),
          })}
      </p>
      <p id="map-keys" className={styles.keys}>
        {t('map.picture.keys')} {areas.length > 0 && `${t('map.areas')} `}
        {t('map.picture.borders')}
      </p>
      <Nearby
        place={place}
        towns={drawing.shownTowns}
        picture={picture}
        frame={frame}
        context={context}
        byteAt={drawing.byteAt}
      />
    </figure>
  );
}

function positionOf({ latitude, longitude }: Point, view: MapView, size: Size) {
  return onScreen(viewAt(latitude, longitude, 0), view, size);
}

/** The view, moved to a point that it does not show. */
function showing(point: Point, view: MapView, size: Size): MapView {
  const { left, top } = positionOf(point, view, size);
  const isShown = left > 0 && top > 0 && left < size.width && top < size.height;
  return isShown ? view : viewAt(point.latitude, point.longitude, view.zoom);
}

type Move = (east: number, south: number) => void;
type Zoom = (steps: number) => void;

const keyActions: Record<string, (move: Move, zoom: Zoom) => void> = {
  ArrowLeft: (move) => move(-stepPixels, 0),
  ArrowRight: (move) => move(stepPixels, 0),
  ArrowUp: (move) => move(0, -stepPixels),
  ArrowDown: (move) => move(0, stepPixels),
  '+': (_, zoom) => zoom(zoomStep),
  '-': (_, zoom) => zoom(-zoomStep),
};
