/** Draws the map on three canvases: land below, rain, and alerts and names above. Each is drawn again only for what it shows. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import type { Place } from '../../storage/values.ts';
import { readBaseTile } from './baseTile.ts';
import { type Area, drawAreas } from './drawAreas.ts';
import { baseZoom, drawBase, drawTowns, type Town } from './drawBase.ts';
import { RainPainter } from './drawRain.ts';
import { readColors } from './mapColors.ts';
import type { Point } from './nearby.ts';
import type { RainFrame, RainReport } from './queries.ts';
import { TileStore } from './tileStore.ts';
import { useAppearanceVersion } from './useAppearanceVersion.ts';
import { type MapView, type PlacedTile, type Size, tilesOn, viewAt } from './view.ts';

interface MapDrawing {
  report: RainReport;
  frame: RainFrame;
  /** Frames whose tiles are loaded ahead. */
  ahead: RainFrame[];
  place: Place;
  /** Where alerts apply. */
  areas: readonly Area[];
  view: MapView;
  size: Size & { ratio: number };
}

/** Some screens of nineteen frames. */
const maxRainTiles = 400;
const maxBaseTiles = 100;

export function useMapDrawing(
  box: RefObject<HTMLElement | null>,
  { report, frame, ahead, place, areas, view, size }: MapDrawing,
) {
  const { language } = useTranslation();
  const base = useRef<HTMLCanvasElement>(null);
  const rain = useRef<HTMLCanvasElement>(null);
  const names = useRef<HTMLCanvasElement>(null);
  const colors = useRef<ReturnType<typeof readColors>>(null);
  const [loaded, setLoaded] = useState({ rain: 0, base: 0 });
  const appearance = useAppearanceVersion();
  const { min, max } = report.zoom;
  const [{ painter, baseTiles, towns }] = useState(() => {
    const count = (kind: 'rain' | 'base') => () =>
      setLoaded((counts) => ({ ...counts, [kind]: counts[kind] + 1 }));
    const bytes = async (response: Response) => new Uint8Array(await response.arrayBuffer());
    const readBase = async (response: Response) => readBaseTile(await bytes(response));
    const readTowns = async (response: Response): Promise<Town[]> => response.json();
    return {
      painter: new RainPainter(new TileStore(bytes, count('rain'), maxRainTiles), { min, max }),
      baseTiles: new TileStore(readBase, count('base'), maxBaseTiles),
      towns: new TileStore(readTowns, count('base'), maxBaseTiles),
    };
  });
  const source = report.source ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours change with the appearance
  useEffect(() => {
    if (!box.current) return;
    colors.current = readColors(box.current);
    painter.setColors(colors.current);
  }, [painter, appearance]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again for each tile, and in new colours
  useEffect(() => {
    const canvas = rain.current;
    if (!canvas || size.width === 0) return;
    const request = requestAnimationFrame(() => {
      const context = sized(canvas, size);
      if (context) painter.draw(context, { source, id: frame.id }, view, size);
      for (const next of ahead) painter.preload({ source, id: next.id }, view, size);
    });
    return () => cancelAnimationFrame(request);
  }, [painter, source, frame.id, ahead, view, size, loaded.rain, appearance]);

  const version = report.base_version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again for each tile, and in new colours
  useEffect(() => {
    const [land, labels] = [base.current, names.current];
    if (!land || !labels || size.width === 0) return;
    const request = requestAnimationFrame(() => {
      const [below, above] = [sized(land, size), sized(labels, size)];
      if (!below || !above || !colors.current) return;
      drawBase(below, view, size, colors.current, (tile) =>
        baseTiles.get(`/api/rain/base/${version}/${pathOf(tile)}`),
      );
      const shown = tilesOn(view, size, baseZoom(view)).flatMap(
        (tile) => towns.get(townsPath(language, tile)) ?? [],
      );
      above.clearRect(0, 0, size.width, size.height);
      drawAreas(above, view, size, colors.current.alert, areas);
      drawTowns(above, view, size, colors.current, place, shown);
    });
    return () => cancelAnimationFrame(request);
  }, [baseTiles, towns, version, language, place, areas, view, size, loaded.base, appearance]);

  /** Millimetres per hour in the frame that is shown. */
  const rateAt = ({ latitude, longitude }: Point) =>
    painter.rateAt({ source, id: frame.id }, view, viewAt(latitude, longitude, 0));
  const shownTowns = tilesOn(view, size, baseZoom(view)).flatMap(
    (tile) => towns.peek(townsPath(language, tile)) ?? [],
  );
  return { base, rain, names, rateAt, shownTowns };
}

const pathOf = ({ zoom, x, y }: PlacedTile) => `${zoom}/${x}/${y}`;

const townsPath = (language: string, tile: PlacedTile) =>
  `/api/rain/towns/${language}/${pathOf(tile)}`;

/** The context of a canvas whose unit is a CSS pixel; nothing where there is no canvas, as in tests. */
function sized(
  canvas: HTMLCanvasElement,
  { width, height, ratio }: { width: number; height: number; ratio: number },
): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d');
  if (!context) return null;
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  // Setting the size, even to the same, clears the canvas and costs memory.
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth;
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
