/** What part of the world the map shows: Web Mercator, with tiles of 256 pixels. */

export interface MapView {
  /** The centre: from 0 in the west to 1 in the east, and from 0 in the north to 1 in the south. */
  x: number;
  y: number;
  /** 0 shows the world in 256 pixels, each further level twice as much. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface CanvasSize extends Size {
  /** Pixels of the screen for one of the page. */
  ratio: number;
}

/** A tile on the screen. */
export interface PlacedTile {
  zoom: number;
  x: number;
  y: number;
  left: number;
  top: number;
  side: number;
}

export const tilePixels = 256;
const zoomRange = { min: 3, max: 9 };
/** Where the square map ends. */
const maxLatitude = 85.05;

export function viewAt(latitude: number, longitude: number, zoom: number): MapView {
  const sine = Math.sin((Math.max(-maxLatitude, Math.min(maxLatitude, latitude)) * Math.PI) / 180);
  return {
    x: wrapped((longitude + 180) / 360),
    y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI),
    zoom,
  };
}

/** The side of the whole world on the screen. */
export function worldPixels(zoom: number): number {
  return tilePixels * 2 ** zoom;
}

/** Moves the view by pixels to the east and south; the north and south edges of the map stay outside its centre. */
export function moved(view: MapView, east: number, south: number): MapView {
  const world = worldPixels(view.zoom);
  return {
    ...view,
    x: wrapped(view.x + east / world),
    y: Math.max(0, Math.min(1, view.y + south / world)),
  };
}

/** Zooms around a point of the screen, given from its centre, which stays where it is. */
export function zoomed(view: MapView, zoom: number, around = { east: 0, south: 0 }): MapView {
  const target = Math.max(zoomRange.min, Math.min(zoomRange.max, zoom));
  const fixed = moved(view, around.east, around.south);
  return moved({ ...fixed, zoom: target }, -around.east, -around.south);
}

/** Where a point of the world is on the screen; the nearer of the two ways around the world. */
export function onScreen(point: { x: number; y: number }, view: MapView, size: Size) {
  const world = worldPixels(view.zoom);
  const east = wrapped(point.x - view.x + 0.5) - 0.5;
  return { left: size.width / 2 + east * world, top: size.height / 2 + (point.y - view.y) * world };
}

/** The tiles of a zoom level that cover the screen, nearest to its centre first. */
export function tilesOn(view: MapView, size: Size, zoom: number): PlacedTile[] {
  const count = 2 ** zoom;
  const side = worldPixels(view.zoom) / count;
  const [centerX, centerY] = [view.x * count, view.y * count];
  const [columns, rows] = [size.width / 2 / side, size.height / 2 / side];
  const tiles: PlacedTile[] = [];
  for (let y = Math.floor(centerY - rows); y < centerY + rows; y++) {
    if (y < 0 || y >= count) continue;
    for (let x = Math.floor(centerX - columns); x < centerX + columns; x++) {
      tiles.push({
        zoom,
        x: ((x % count) + count) % count,
        y,
        left: size.width / 2 + (x - centerX) * side,
        top: size.height / 2 + (y - centerY) * side,
        side,
      });
    }
  }
  const distance = ({ left, top }: PlacedTile) =>
    Math.hypot(left + side / 2 - size.width / 2, top + side / 2 - size.height / 2);
  return tiles.sort((a, b) => distance(a) - distance(b));
}

/** Across the date line. */
function wrapped(x: number): number {
  return x - Math.floor(x);
}
