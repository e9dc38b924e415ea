/** Geometry of the dial: twelve hours clockwise from the top, in rings, on a grid of 360 units. */
import { dialHours } from './dialHours.ts';

export const dialSize = 360;
const center = dialSize / 2;
export const degreesPerHour = 360 / dialHours;

/** Radii of the rings, from the outside in. */
export const rings = {
  times: 170,
  icons: 160,
  alert: { outer: 143, inner: 139 },
  selected: 138,
  temperature: { outer: 135, inner: 111 },
  /** Bars grow from the outer radius towards the inner one. */
  precipitation: { outer: 107, inner: 80 },
} as const;

export interface Point {
  x: number;
  y: number;
}

/** Degrees clockwise from the top. */
export function pointAt(degrees: number, radius: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: center + radius * Math.sin(angle), y: center - radius * Math.cos(angle) };
}

/** The middle of an hour's slice. */
export function hourMiddle(index: number): number {
  return (index + 0.5) * degreesPerHour;
}

/** A slice of a ring, as an SVG path. */
export function slice(from: number, to: number, outer: number, inner: number): string {
  const at = (degrees: number, radius: number) => {
    const { x, y } = pointAt(degrees, radius);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  };
  return `M${at(from, outer)}A${outer} ${outer} 0 0 1 ${at(to, outer)}L${at(to, inner)}A${inner} ${inner} 0 0 0 ${at(from, inner)}z`;
}

/** A slice of any length: an arc over half the circle needs two. */
export function slices(from: number, to: number, outer: number, inner: number): string {
  const middle = (from + to) / 2;
  return slice(from, middle, outer, inner) + slice(middle, to, outer, inner);
}

/** Of the ring's thickness, so that the coldest hour is still visible. */
const minThickness = 0.35;
/** A smaller range is not stretched to the full thickness: a calm day looks calm. */
const minRangeCelsius = 4;

/** Thickness over the range of the shown hours, so that hours of one colour differ as well. */
export function temperatureRadius(
  temperatures: Array<number | null>,
): (celsius: number | null) => number {
  const known = temperatures.filter((value) => value !== null);
  const low = Math.min(...known);
  const range = Math.max(Math.max(...known) - low, minRangeCelsius);
  const { outer, inner } = rings.temperature;
  return (celsius) => {
    if (celsius === null) return outer;
    const share = minThickness + (1 - minThickness) * ((celsius - low) / range);
    return inner + (outer - inner) * share;
  };
}

/** The hour at a point of the grid. */
export function hourUnder({ x, y }: Point): number {
  const degrees = (Math.atan2(x - center, center - y) * 180) / Math.PI;
  return Math.floor(((degrees + 360) % 360) / degreesPerHour) % dialHours;
}

/** Heavy rain by the AMS glossary; from here on a bar has its full length. */
const fullBarMillimeters = 7.6;
const minBarLength = 3;

/** Grows with the square root of the amount, so that drizzle is visible beside a downpour. */
export function barLength(millimeters: number): number {
  if (millimeters <= 0) return 0;
  const { outer, inner } = rings.precipitation;
  const share = Math.sqrt(Math.min(millimeters / fullBarMillimeters, 1));
  return minBarLength + (outer - inner - minBarLength) * share;
}
