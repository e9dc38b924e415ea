/** Draws the tiles of one frame; each tile is painted once per frame and appearance. */
import { paintTile, type RainColors } from './paint.ts';
import { rateOf } from './rainClass.ts';
import type { TileStore } from './tileStore.ts';
import { type MapView, type Size, tilePixels, tilesOn } from './view.ts';

const maxPainted = 48;

export interface Frame {
  source: string;
  id: string;
}

export class RainPainter {
  private readonly painted = new Map<string, HTMLCanvasElement>();
  private colors: RainColors | null = null;

  constructor(
    private readonly store: TileStore<Uint8Array>,
    private readonly zoom: { min: number; max: number },
  ) {}

  /** What is painted has other colours now. */
  setColors(colors: RainColors): void {
    this.colors = colors;
    this.painted.clear();
  }

  draw(context: CanvasRenderingContext2D, frame: Frame, view: MapView, size: Size): void {
    this.store.forgetWaiting();
    context.clearRect(0, 0, size.width, size.height);
    // Closer views show the pixels of the radar as they are.
    context.imageSmoothingEnabled = false;
    for (const tile of tilesOn(view, size, this.tileZoom(view))) {
      const image = this.image(frame, tile);
      // A little larger, so that no line shows between tiles.
      if (image) context.drawImage(image, tile.left, tile.top, tile.side + 0.5, tile.side + 0.5);
    }
  }

  /** Asks for the tiles of a frame without drawing it. */
  preload(frame: Frame, view: MapView, size: Size): void {
    for (const tile of tilesOn(view, size, this.tileZoom(view))) {
      this.store.get(pathOf(frame, tile));
    }
  }

  /** Millimetres per hour at a point that is shown; null where there is no radar, undefined while its tile is not loaded. */
  rateAt(frame: Frame, view: MapView, point: { x: number; y: number }): number | null | undefined {
    const zoom = this.tileZoom(view);
    const [column, row] = [point.x * 2 ** zoom, point.y * 2 ** zoom];
    const [x, y] = [Math.floor(column), Math.floor(row)];
    const bytes = this.store.peek(pathOf(frame, { zoom, x, y }));
    if (!bytes) return bytes === null ? 0 : undefined;
    const pixel = (part: number) => Math.floor(part * tilePixels);
    return rateOf(bytes[pixel(row - y) * tilePixels + pixel(column - x)] ?? 0);
  }

  private tileZoom(view: MapView): number {
    return Math.max(this.zoom.min, Math.min(this.zoom.max, Math.round(view.zoom)));
  }

  private image(
    frame: Frame,
    { zoom, x, y }: { zoom: number; x: number; y: number },
  ): HTMLCanvasElement | null {
    const key = `${frame.id}/${zoom}/${x}/${y}`;
    const known = this.painted.get(key);
    if (known) return known;
    const bytes = this.store.get(pathOf(frame, { zoom, x, y }));
    if (!bytes || !this.colors) return null;
    const image = document.createElement('canvas');
    image.width = tilePixels;
    image.height = tilePixels;
    const context = image.getContext('2d');
    if (!context) return null;
    const pixels = context.createImageData(tilePixels, tilePixels);
    paintTile(bytes, pixels.data, this.colors);
    context.putImageData(pixels, 0, 0);
    this.painted.set(key, image);
    const oldest = this.painted.keys().next();
    if (this.painted.size > maxPainted && !oldest.done) this.painted.delete(oldest.value);
    return image;
  }
}

function pathOf(
  { source, id }: Frame,
  { zoom, x, y }: { zoom: number; x: number; y: number },
): string {
  return `/api/rain/tiles/${source}/${id}/${zoom}/${x}/${y}`;
}
