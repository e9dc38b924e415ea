/** A layer of the map that takes long to draw: land, or areas and names. It is drawn in short tasks on a canvas of its own that
 * reaches beyond the view. While the map moves, that canvas is only copied to where it belongs. */
import { nextTask } from '../../../scheduling/nextTask.ts';
import { type CanvasSize, type MapView, onScreen, type Size, worldPixels } from './view.ts';

/** One short part of a drawing. */
export type DrawingStep = (context: CanvasRenderingContext2D) => void;

export interface LayerRequest {
  view: MapView;
  size: CanvasSize;
  /** What is drawn besides the view: another one is drawn again. */
  content: unknown;
  /** The parts of the drawing, for a canvas of `size` around the same centre. */
  steps: (size: Size) => DrawingStep[];
}

interface Picture extends LayerRequest {
  canvas: HTMLCanvasElement;
}

/** How far the canvas reaches beyond the view on each side, in CSS pixels. */
const margin = 128;
/** A step that begins later than this after the last pause waits for the next task: input comes first. */
const taskMs = 5;
/** After this pause of a movement the picture is drawn around the new view. */
const restMs = 200;

export class BufferedLayer {
  private shown: Picture | null = null;
  private next: LayerRequest | null = null;
  private spare: HTMLCanvasElement | null = null;
  private isDrawing = false;
  private rest: ReturnType<typeof setTimeout> | undefined;

  /** `onReady` is called when there is a picture to copy. */
  constructor(private readonly onReady: () => void) {}

  /** Copies the last picture, and draws the next one where it is needed. */
  draw(context: CanvasRenderingContext2D, request: LayerRequest): void {
    context.clearRect(0, 0, request.size.width, request.size.height);
    if (this.shown) copy(context, this.shown, request);
    clearTimeout(this.rest);
    if (!this.shown || !isUsable(this.shown, request)) this.want(request);
    else if (this.shown.view !== request.view) {
      this.rest = setTimeout(() => this.want(request), restMs);
    }
  }

  stop(): void {
    clearTimeout(this.rest);
    this.next = null;
  }

  private want(request: LayerRequest): void {
    this.next = request;
    if (!this.isDrawing) void this.drawAll();
  }

  /** A picture is finished even if the view has moved on meanwhile: during a long movement there would be none otherwise. */
  private async drawAll(): Promise<void> {
    this.isDrawing = true;
    while (this.next) {
      const request = this.next;
      this.next = null;
      const canvas = await this.drawn(request);
      if (!canvas) break;
      this.spare = this.shown?.canvas ?? null;
      this.shown = { ...request, canvas };
      this.onReady();
    }
    this.isDrawing = false;
  }

  private async drawn({ size, steps }: LayerRequest): Promise<HTMLCanvasElement | null> {
    const canvas = this.spare ?? document.createElement('canvas');
    const { width, height } = enlarged(size);
    const context = sizedContext(canvas, { width, height, ratio: size.ratio });
    if (!context) return null;
    context.clearRect(0, 0, width, height);
    let began = performance.now();
    for (const step of steps({ width, height })) {
      if (performance.now() - began > taskMs) {
        await nextTask();
        began = performance.now();
      }
      step(context);
    }
    return canvas;
  }
}

function isUsable(shown: Picture, { view, size, content }: LayerRequest): boolean {
  const { left, top } = onScreen(shown.view, view, size);
  const [right, down] = [left - size.width / 2, top - size.height / 2];
  return (
    shown.content === content &&
    shown.view.zoom === view.zoom &&
    shown.size === size &&
    Math.max(Math.abs(right), Math.abs(down)) <= margin / 2
  );
}

function copy(
  context: CanvasRenderingContext2D,
  { canvas, view: from, size: drawn }: Picture,
  { view, size }: LayerRequest,
): void {
  const scale = worldPixels(view.zoom) / worldPixels(from.zoom);
  const { width, height } = enlarged(drawn);
  const centre = onScreen(from, view, size);
  // Whole pixels of the screen: lines and names would blur between them.
  const whole = (pixels: number) => Math.round(pixels * size.ratio) / size.ratio;
  const [left, top] = [centre.left - (width * scale) / 2, centre.top - (height * scale) / 2];
  context.drawImage(canvas, whole(left), whole(top), width * scale, height * scale);
}

function enlarged({ width, height }: Size): Size {
  return { width: width + 2 * margin, height: height + 2 * margin };
}

/** The context of a canvas whose unit is a CSS pixel; nothing where there is no canvas, as in tests. */
export function sizedContext(
  canvas: HTMLCanvasElement,
  { width, height, ratio }: CanvasSize,
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
