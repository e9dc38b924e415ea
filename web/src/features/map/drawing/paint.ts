/** Turns the bytes of a tile into pixels: a colour for each level, lines between levels, and stripes where there is no value.
 * Where the system sets the colours, levels are hatched instead. */
import type { Field } from './fields.ts';
import { noRadarLevel } from './rainClass.ts';
import { tilePixels } from './view.ts';

export type Rgb = [red: number, green: number, blue: number];

/** Of a field with levels: rain, temperature or wind. */
export interface FieldColors {
  /** From the weakest level to the strongest. */
  levels: Rgb[];
  /** The lines between levels. */
  line: Rgb;
  noData: Rgb;
  /** Levels differ by their stripes, not by their colour. */
  isHatched: boolean;
}

/** How a field is painted: its levels by byte, and from which level on they have lines around them. */
export interface FieldStyle {
  field: Field;
  levelOfByte: Int8Array;
  firstLine: number;
  opacity: number;
}

const stripeOpacity = 0.55;
const stripes = { period: 8, width: 2 };
/** Denser with each level; the strongest is solid. */
const hatches = [
  { period: 8, width: 1 },
  { period: 6, width: 2 },
  { period: 4, width: 2 },
  { period: 4, width: 3 },
  { period: 1, width: 1 },
];

/** Colours a tile of `bytes` once; drawing it later is a copy. */
export function paintTile(
  bytes: Uint8Array,
  pixels: Uint8ClampedArray,
  colors: FieldColors,
  style: FieldStyle,
): void {
  const out = new Uint32Array(pixels.buffer, pixels.byteOffset, bytes.length);
  const { fills, line, stripe } = inksOf(colors, style);
  const { levelOfByte: levels, firstLine } = style;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    const level = levels[byte] ?? -1;
    if (level === noRadarLevel) {
      const place = ((index % tilePixels) + Math.floor(index / tilePixels)) % stripes.period;
      out[index] = place < stripes.width ? stripe : 0;
    } else if (colors.isHatched) {
      out[index] = isHatchedAt(level, colors.levels.length, index) ? (fills[byte] ?? 0) : 0;
    } else {
      const hasLine = level >= firstLine && isEdge(bytes, levels, level, index);
      out[index] = hasLine ? line : (fills[byte] ?? 0);
    }
  }
}

interface Inks {
  fills: Uint32Array;
  line: number;
  stripe: number;
}

/** Made once for each appearance: a page paints hundreds of tiles. */
const knownInks = new WeakMap<FieldColors, Map<FieldStyle, Inks>>();

function inksOf(colors: FieldColors, style: FieldStyle): Inks {
  const known = knownInks.get(colors) ?? new Map<FieldStyle, Inks>();
  knownInks.set(colors, known);
  const found = known.get(style);
  if (found) return found;
  const inks = {
    fills: Uint32Array.from({ length: 256 }, (_, byte) => {
      const color = colors.levels[style.levelOfByte[byte] ?? -1];
      return color ? packed(color, style.opacity) : 0;
    }),
    line: packed(colors.line, style.opacity),
    stripe: packed(colors.noData, stripeOpacity),
  };
  known.set(style, inks);
  return inks;
}

/** In the other direction than the stripes of no value. */
function isHatchedAt(level: number, count: number, index: number): boolean {
  const hatch = hatches[hatchOf(level, count)];
  if (!hatch) return false;
  const [x, y] = [index % tilePixels, Math.floor(index / tilePixels)];
  return (x - y + tilePixels) % hatch.period < hatch.width;
}

/** The hatch of a level. Where there are more levels than hatches, neighbours share one. */
export function hatchOf(level: number, count: number): number {
  return Math.floor((level * hatches.length) / Math.max(count, hatches.length));
}

function isEdge(bytes: Uint8Array, levels: Int8Array, level: number, index: number): boolean {
  const x = index % tilePixels;
  const isBelow = (other: number) => (levels[bytes[other] ?? 0] ?? -1) < level;
  return (
    isBelow(x > 0 ? index - 1 : index) ||
    isBelow(x < tilePixels - 1 ? index + 1 : index) ||
    isBelow(index >= tilePixels ? index - tilePixels : index) ||
    isBelow(index < bytes.length - tilePixels ? index + tilePixels : index)
  );
}

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** A pixel as one number, in the order of the machine. */
function packed([red, green, blue]: Rgb, opacity: number): number {
  const alpha = Math.round(opacity * 255);
  const bytes = isLittleEndian ? [red, green, blue, alpha] : [alpha, blue, green, red];
  return bytes.reduce((sum, byte, place) => sum + Math.round(byte) * 2 ** (8 * place), 0);
}

/** Of a computed style: `rgb(1, 2, 3)`. */
export function parseRgb(text: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}
