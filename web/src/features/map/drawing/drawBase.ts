/** Draws land, coasts and borders. */
import { type BaseTile, extent, isCut } from './baseTile.ts';
import type { DrawingStep } from './bufferedLayer.ts';
import { type MapView, type PlacedTile, type Size, tilesOn } from './view.ts';

export interface BaseColors {
  land: string;
  coast: string;
  text: string;
  halo: string;
  /** Names must be readable between stripes. */
  isHatched: boolean;
}

/** The level of tiles for a view: they exist for zoom levels 4 and 6. */
export function baseZoom(view: MapView): number {
  return view.zoom < 5.5 ? 4 : 6;
}

/** One step for each tile. */
export function baseSteps(
  view: MapView,
  size: Size,
  colors: BaseColors,
  find: (tile: PlacedTile) => BaseTile | null | undefined,
): DrawingStep[] {
  return tilesOn(view, size, baseZoom(view)).flatMap((tile) => {
    const shapes = find(tile);
    return shapes ? [(context) => drawClipped(context, tile, shapes, colors)] : [];
  });
}

function drawClipped(
  context: CanvasRenderingContext2D,
  tile: PlacedTile,
  shapes: BaseTile,
  colors: BaseColors,
): void {
  context.save();
  context.beginPath();
  // Whole pixels: half of one would show as a line between tiles.
  const [left, top] = [Math.floor(tile.left), Math.floor(tile.top)];
  context.rect(
    left,
    top,
    Math.floor(tile.left + tile.side) - left,
    Math.floor(tile.top + tile.side) - top,
  );
  context.clip();
  drawTile(context, tile, shapes, colors);
  context.restore();
}

function drawTile(
  context: CanvasRenderingContext2D,
  { left, top, side }: PlacedTile,
  tile: BaseTile,
  colors: BaseColors,
): void {
  const { land, coast, borders } = pathsOf(tile);
  const scale = side / extent;
  context.translate(left, top);
  context.scale(scale, scale);
  context.fillStyle = colors.land;
  context.fill(land, 'evenodd');
  context.strokeStyle = colors.coast;
  context.lineWidth = 1 / scale;
  context.stroke(coast);
  context.setLineDash(dashes.map((length) => length / scale));
  context.stroke(borders);
}

interface TilePaths {
  land: Path2D;
  coast: Path2D;
  borders: Path2D;
}

const dashes = [4, 3];
/** A path is made once for each tile, and drawn at every step of a movement. */
const knownPaths = new WeakMap<BaseTile, TilePaths>();

function pathsOf(tile: BaseTile): TilePaths {
  const known = knownPaths.get(tile);
  if (known) return known;
  const paths = { land: new Path2D(), coast: new Path2D(), borders: new Path2D() };
  for (const ring of tile.rings) {
    addLine(paths.land, ring);
    paths.land.closePath();
    addCoast(paths.coast, ring);
  }
  for (const line of tile.borders) addLine(paths.borders, line);
  knownPaths.set(tile, paths);
  return paths;
}

function addLine(path: Path2D, points: Int32Array): void {
  path.moveTo(points[0] ?? 0, points[1] ?? 0);
  for (let index = 2; index < points.length; index += 2) {
    path.lineTo(points[index] ?? 0, points[index + 1] ?? 0);
  }
}

/** Without the edges of the cut. */
function addCoast(path: Path2D, ring: Int32Array): void {
  let [lastX, lastY] = [ring.at(-2) ?? 0, ring.at(-1) ?? 0];
  let isDrawing = false;
  for (let index = 0; index < ring.length; index += 2) {
    const [x, y] = [ring[index] ?? 0, ring[index + 1] ?? 0];
    if (isCut(lastX, lastY, x, y)) isDrawing = false;
    else {
      if (!isDrawing) path.moveTo(lastX, lastY);
      path.lineTo(x, y);
      isDrawing = true;
    }
    [lastX, lastY] = [x, y];
  }
}
