/** Draws where alerts apply: an outline, and stripes inside. What they say is listed in words. */
import type { DrawingStep } from './bufferedLayer.ts';
import { type MapView, onScreen, type Size, viewAt } from './view.ts';

/** The coordinates of a GeoJSON MultiPolygon, longitude first. */
export type Area = number[][][][];

const stripeGap = 12;
const dashes = [10, 4];

/** One step for each polygon. */
export function areaSteps(
  view: MapView,
  size: Size,
  color: string,
  areas: readonly Area[],
): DrawingStep[] {
  return areas.flat().map((polygon) => (context) => {
    const path = new Path2D();
    for (const ring of polygon) addRing(path, ring, view, size);
    context.save();
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.setLineDash(dashes);
    context.stroke(path);
    context.setLineDash([]);
    context.clip(path, 'evenodd');
    context.globalAlpha = 0.35;
    context.lineWidth = 1;
    context.beginPath();
    for (let left = -size.height; left < size.width; left += stripeGap) {
      context.moveTo(left, 0);
      context.lineTo(left + size.height, size.height);
    }
    context.stroke();
    context.restore();
  });
}

function addRing(path: Path2D, ring: number[][], view: MapView, size: Size): void {
  ring.forEach(([longitude = 0, latitude = 0], index) => {
    const { left, top } = onScreen(viewAt(latitude, longitude, 0), view, size);
    if (index === 0) path.moveTo(left, top);
    else path.lineTo(left, top);
  });
  path.closePath();
}
