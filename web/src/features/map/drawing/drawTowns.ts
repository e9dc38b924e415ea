/** Draws the names of towns: the largest first, none over another, none cut at the edge of the map. */
import type { DrawingStep } from './bufferedLayer.ts';
import type { BaseColors } from './drawBase.ts';
import { type MapView, onScreen, type Size, viewAt } from './view.ts';

export interface Town {
  name: string;
  latitude: number;
  longitude: number;
  population: number;
}

/** A name on the screen. */
export interface PlacedName {
  name: string;
  /** The dot of the town. */
  dot: { left: number; top: number };
  /** Where the text begins. */
  left: number;
  hasDot: boolean;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const fontPixels = 12;
const font = `${fontPixels}px Poppins, system-ui, sans-serif`;
const gap = 6;
/** The place of the page has a larger mark. */
const placeGap = 14;
const dotRadius = 2;
const namesPerStep = 12;

interface Names {
  view: MapView;
  /** Of the canvas, and of the part of it that is seen when the map rests: both around the same centre. */
  size: Size;
  seen: Size;
  place: Omit<Town, 'population'>;
  towns: readonly Town[];
}

export function townSteps(names: Names, colors: BaseColors): DrawingStep[] {
  let placed: PlacedName[] = [];
  const place: DrawingStep = (context) => {
    prepare(context);
    placed = placedNames(names, (name) => widthOf(context, name));
  };
  const most = Math.ceil((names.towns.length + 1) / namesPerStep);
  const draw = Array.from({ length: most }, (_, step): DrawingStep => {
    const first = step * namesPerStep;
    return (context) => {
      prepare(context);
      for (const name of placed.slice(first, first + namesPerStep)) drawName(context, name, colors);
    };
  });
  return [place, ...draw];
}

/** The names that have room. */
export function placedNames(
  { view, size, seen, place, towns }: Names,
  widthOfName: (name: string) => number,
): PlacedName[] {
  const taken: Box[] = [];
  const placed: PlacedName[] = [];
  const edge = edgeOf(size, seen);
  const first = { ...place, population: Number.POSITIVE_INFINITY };
  for (const town of [first, ...towns].sort((a, b) => b.population - a.population)) {
    const space = town === first ? placeGap : gap;
    const dot = onScreen(viewAt(town.latitude, town.longitude, 0), view, size);
    const width = widthOfName(town.name);
    const after = dot.left + space;
    // On the left of its dot where it would be cut on the right.
    const left = crosses(edge.right, after, width) ? dot.left - space - width : after;
    const box = {
      left: Math.min(left, dot.left) - gap,
      top: dot.top - fontPixels,
      right: Math.max(left + width, dot.left) + gap,
      bottom: dot.top + fontPixels,
    };
    const isVisible =
      box.right > 0 && box.left < size.width && box.bottom > 0 && box.top < size.height;
    const isCut =
      [edge.left, edge.right].some((line) => crosses(line, left, width)) ||
      [edge.top, edge.bottom].some((line) => crosses(line, box.top, box.bottom - box.top));
    if (!isVisible || isCut || taken.some((other) => overlap(box, other))) continue;
    taken.push(box);
    placed.push({ name: town.name, dot, left, hasDot: town !== first });
  }
  return placed;
}

/** What is seen of a larger canvas. */
function edgeOf(size: Size, seen: Size): Box {
  const [left, top] = [(size.width - seen.width) / 2, (size.height - seen.height) / 2];
  return { left, top, right: left + seen.width, bottom: top + seen.height };
}

function crosses(line: number, from: number, length: number): boolean {
  return from < line && from + length > line;
}

function overlap(box: Box, other: Box): boolean {
  return (
    box.right >= other.left &&
    box.left <= other.right &&
    box.bottom >= other.top &&
    box.top <= other.bottom
  );
}

function prepare(context: CanvasRenderingContext2D): void {
  context.font = font;
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
}

/** Measuring takes longer than drawing, and the same names come again with each move. */
const knownWidths = new Map<string, number>();

function widthOf(context: CanvasRenderingContext2D, name: string): number {
  const known = knownWidths.get(name);
  if (known !== undefined) return known;
  const { width } = context.measureText(name);
  knownWidths.set(name, width);
  return width;
}

function drawName(
  context: CanvasRenderingContext2D,
  { name, dot, left, hasDot }: PlacedName,
  colors: BaseColors,
): void {
  context.strokeStyle = colors.halo;
  context.lineWidth = colors.isHatched ? 8 : 3;
  context.strokeText(name, left, dot.top);
  context.fillStyle = colors.text;
  context.fillText(name, left, dot.top);
  if (!hasDot) return;
  context.beginPath();
  context.arc(dot.left, dot.top, dotRadius, 0, 2 * Math.PI);
  context.fill();
}
