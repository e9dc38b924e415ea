/** Draws land, coasts, borders and the names of towns. */
import { type BaseTile, extent, isCut } from './baseTile.ts';
import { type MapView, onScreen, type PlacedTile, type Size, tilesOn, viewAt } from './view.ts';

export interface Town {
  name: string;
  latitude: number;
  longitude: number;
  population: number;
}

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

export function drawBase(
  context: CanvasRenderingContext2D,
  view: MapView,
  size: Size,
  colors: BaseColors,
  find: (tile: PlacedTile) => BaseTile | null | undefined,
): void {
  context.clearRect(0, 0, size.width, size.height);
  const tiles = tilesOn(view, size, baseZoom(view));
  for (const tile of tiles) {
    const shapes = find(tile);
    if (!shapes) continue;
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

const fontPixels = 12;
const gap = 6;
/** The place of the page has a larger mark. */
const placeGap = 14;
const dotRadius = 2;

/** The largest towns first, none over another. */
export function drawTowns(
  context: CanvasRenderingContext2D,
  view: MapView,
  size: Size,
  colors: BaseColors,
  place: Omit<Town, 'population'>,
  towns: Town[],
): void {
  context.font = `${fontPixels}px Poppins, system-ui, sans-serif`;
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  const taken: Array<{ left: number; top: number; right: number; bottom: number }> = [];
  const first = { ...place, population: Number.POSITIVE_INFINITY };
  for (const town of [first, ...towns].sort((a, b) => b.population - a.population)) {
    const space = town === first ? placeGap : gap;
    const { left, top } = onScreen(viewAt(town.latitude, town.longitude, 0), view, size);
    const box = {
      left: left - space,
      top: top - fontPixels,
      right: left + space + context.measureText(town.name).width + gap,
      bottom: top + fontPixels,
    };
    const isVisible = box.right > 0 && box.left < size.width && top > 0 && top < size.height;
    const isFree = taken.every(
      (other) =>
        box.right < other.left ||
        box.left > other.right ||
        box.bottom < other.top ||
        box.top > other.bottom,
    );
    if (!isVisible || !isFree) continue;
    taken.push(box);
    context.strokeStyle = colors.halo;
    context.lineWidth = colors.isHatched ? 8 : 3;
    context.strokeText(town.name, left + space, top);
    context.fillStyle = colors.text;
    context.fillText(town.name, left + space, top);
    if (town === first) continue;
    context.beginPath();
    context.arc(left, top, dotRadius, 0, 2 * Math.PI);
    context.fill();
  }
}
