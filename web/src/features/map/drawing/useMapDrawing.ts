/** Draws the map on three canvases, and reads from it what is said in words. */
import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import type { Place } from '../../../storage/values.ts';
import type { Point } from '../nearby.ts';
import type { Area } from './drawAreas.ts';
import { readColors } from './mapColors.ts';
import { MapDrawer } from './mapDrawer.ts';
import type { MapFrame, Picture } from './picture.ts';
import { useAppearanceVersion } from './useAppearanceVersion.ts';
import { type CanvasSize, type MapView, viewAt } from './view.ts';

interface MapDrawing {
  picture: Picture;
  frame: MapFrame;
  /** Frames that are loaded ahead. */
  ahead: readonly MapFrame[];
  baseVersion: string;
  place: Place;
  /** Where alerts apply. */
  areas: readonly Area[];
  view: MapView;
  size: CanvasSize;
}

export function useMapDrawing(
  box: RefObject<HTMLElement | null>,
  { picture, frame, ahead, baseVersion, place, areas, view, size }: MapDrawing,
) {
  const { language } = useTranslation();
  const base = useRef<HTMLCanvasElement>(null);
  const field = useRef<HTMLCanvasElement>(null);
  const names = useRef<HTMLCanvasElement>(null);
  const [loadedCount, setLoadedCount] = useState(0);
  const appearance = useAppearanceVersion();
  const [drawer] = useState(
    () => new MapDrawer(picture.zoom, () => setLoadedCount((count) => count + 1)),
  );
  const shown = useMemo(() => picture.frameOf(frame), [picture, frame]);
  useEffect(() => () => drawer.stop(), [drawer]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours change with the appearance
  useEffect(() => {
    if (box.current) drawer.setColors(readColors(box.current));
  }, [drawer, appearance]);

  useEffect(() => {
    if (!field.current || size.width === 0) return;
    const others = ahead.map(picture.frameOf);
    drawer.showField(field.current, { frame: shown, ahead: others, view, size });
  }, [drawer, picture, shown, ahead, view, size]);

  useEffect(() => {
    if (!base.current || !names.current || size.width === 0) return;
    const what = { version: baseVersion, language, place, areas, view, size };
    drawer.showBase(base.current, names.current, what);
  }, [drawer, baseVersion, language, place, areas, view, size]);

  // While the map moves, the words follow when there is time.
  const settled = useDeferredValue(view);
  const { zoom } = view;
  /** The byte of the frame that is shown; undefined while it is not loaded. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value when a tile has been loaded
  const byteAt = useCallback(
    ({ latitude, longitude }: Point) => {
      const byte = drawer.painter.byteAt(shown, zoom, viewAt(latitude, longitude, 0));
      return byte === null ? picture.emptyByte : byte;
    },
    [drawer, picture, shown, zoom, loadedCount],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: others when a tile has been loaded
  const shownTowns = useMemo(
    () => drawer.townsOn(settled, size, language),
    [drawer, settled, size, language, loadedCount],
  );
  return { base, field, names, byteAt, shownTowns };
}
