/** Draws the tiles of one frame. A tile is coloured once, ahead of time where that is possible; drawing a frame only copies
 * pictures. */
import { onIdle } from '../../../scheduling/onIdle.ts';
import type { Field } from './fields.ts';
import { type FieldColors, type FieldStyle, paintTile } from './paint.ts';
import type { TileStore } from './tileStore.ts';
import { type CanvasSize, type MapView, type Size, tilePixels, tilesOn } from './view.ts';

/** All frames of a large screen: a quarter of a megabyte each, without those where it is dry. */
const maxPainted = 400;
/** For colouring while a frame is drawn; what is left follows in the next one. */
const paintMs = 3;
/** For colouring ahead, when the browser is not idle. */
const aheadMs = 60;

/** A picture in time of a field. */
export interface Frame {
  /** The address of its tiles, without zoom level, column and row. */
  path: string;
  style: FieldStyle;
}

interface Position {
  zoom: number;
  x: number;
  y: number;
}

interface Painted {
  /** Null while it is being made. */
  image: ImageBitmap | null;
}

export class TilePainter {
  private readonly painted = new Map<string, Painted>();
  private readonly shown = new Set<string>();
  private ahead: Array<{ path: string; style: FieldStyle }> = [];
  private cancelIdle: (() => void) | null = null;
  private colors: Record<Field, FieldColors> | null = null;

  /** `onPainted` is called when a tile of the last drawn frame can be drawn. */
  constructor(
    private readonly store: TileStore<Uint8Array>,
    private readonly zoom: { min: number; max: number },
    private readonly onPainted: () => void,
  ) {}

  /** What is painted has other colours now. */
  setColors(colors: Record<Field, FieldColors>): void {
    this.colors = colors;
    for (const { image } of this.painted.values()) image?.close();
    this.painted.clear();
  }

  stop(): void {
    this.cancelIdle?.();
    this.cancelIdle = null;
    this.ahead = [];
    for (const { image } of this.painted.values()) image?.close();
    this.painted.clear();
  }

  /** Whether a tile is part of the frame that is shown. */
  isShown(path: string): boolean {
    return this.shown.has(path);
  }

  draw(context: CanvasRenderingContext2D, frame: Frame, view: MapView, size: CanvasSize): void {
    this.store.forgetWaiting();
    this.shown.clear();
    context.clearRect(0, 0, size.width, size.height);
    // Closer views show the pixels of the radar as they are.
    context.imageSmoothingEnabled = false;
    const missing: string[] = [];
    for (const tile of tilesOn(view, size, this.tileZoom(view.zoom))) {
      const path = pathOf(frame, tile);
      this.shown.add(path);
      const image = this.imageOf(path);
      if (image) drawAt(context, image, tile, size.ratio);
      else if (this.store.get(path)) missing.push(path);
    }
    const end = performance.now() + paintMs;
    for (const path of missing) {
      // One at least: the frame is drawn again when it is ready, and the others follow.
      if (this.paint(path, frame.style) && performance.now() > end) break;
    }
  }

  /** Loads the tiles of frames that are not shown yet, and colours them when there is time. */
  prepare(frames: readonly Frame[], view: MapView, size: Size): void {
    const tiles = frames.length === 0 ? [] : tilesOn(view, size, this.tileZoom(view.zoom));
    this.ahead = frames.flatMap((frame) =>
      tiles.map((tile) => ({ path: pathOf(frame, tile), style: frame.style })),
    );
    for (const { path } of this.ahead) this.store.get(path);
    this.paintAhead();
  }

  /** Continues with tiles that have been loaded since. */
  paintAhead(): void {
    if (this.cancelIdle) return;
    const next = this.ahead.find(({ path }) => !this.painted.has(path) && this.store.peek(path));
    if (!next) return;
    this.cancelIdle = onIdle(() => {
      this.cancelIdle = null;
      this.paint(next.path, next.style);
      this.paintAhead();
    }, aheadMs);
  }

  /** The byte at a point that is shown; null where the tile is empty, undefined while it is not loaded. */
  byteAt(
    frame: Frame,
    viewZoom: number,
    point: { x: number; y: number },
  ): number | null | undefined {
    const zoom = this.tileZoom(viewZoom);
    const [column, row] = [point.x * 2 ** zoom, point.y * 2 ** zoom];
    const [x, y] = [Math.floor(column), Math.floor(row)];
    const bytes = this.store.peek(pathOf(frame, { zoom, x, y }));
    if (!bytes) return bytes;
    const pixel = (part: number) => Math.floor(part * tilePixels);
    return bytes[pixel(row - y) * tilePixels + pixel(column - x)] ?? 0;
  }

  private tileZoom(viewZoom: number): number {
    return Math.max(this.zoom.min, Math.min(this.zoom.max, Math.round(viewZoom)));
  }

  private imageOf(path: string): ImageBitmap | null {
    const known = this.painted.get(path);
    if (!known) return null;
    // The last used are kept.
    this.painted.delete(path);
    this.painted.set(path, known);
    return known.image;
  }

  /** Whether there was something to paint. */
  private paint(path: string, style: FieldStyle): boolean {
    const bytes = this.store.peek(path);
    if (!bytes || !this.colors || this.painted.has(path)) return false;
    const pixels = new ImageData(tilePixels, tilePixels);
    paintTile(bytes, pixels.data, this.colors[style.field], style);
    const painted: Painted = { image: null };
    this.painted.set(path, painted);
    this.forgetOldest();
    void createImageBitmap(pixels).then((image) => {
      // Forgotten meanwhile, or painted again in other colours.
      if (this.painted.get(path) !== painted) {
        image.close();
        return;
      }
      painted.image = image;
      if (this.shown.has(path)) this.onPainted();
    });
    return true;
  }

  private forgetOldest(): void {
    for (const [path, { image }] of this.painted) {
      if (this.painted.size <= maxPainted) return;
      image?.close();
      this.painted.delete(path);
    }
  }
}

function pathOf({ path }: Frame, { zoom, x, y }: Position): string {
  return `${path}/${zoom}/${x}/${y}`;
}

/** Edges lie on whole pixels, so that neighbours neither overlap nor leave a line between them. */
function drawAt(
  context: CanvasRenderingContext2D,
  image: CanvasImageSource,
  { left, top, side }: { left: number; top: number; side: number },
  ratio: number,
): void {
  const snap = (edge: number) => Math.round(edge * ratio) / ratio;
  const [x, y] = [snap(left), snap(top)];
  context.drawImage(image, x, y, snap(left + side) - x, snap(top + side) - y);
}
