/** Turns the bytes of a tile into pixels: a colour for each level, lines where rain becomes moderate and heavy, and stripes
 * where there is no radar. Where the system sets the colours, levels are hatched instead. */
import { levelOfByte } from './rainClass.ts';
import { tilePixels } from './view.ts';

type Rgb = [red: number, green: number, blue: number];

export interface RainColors {
  /** From the weakest level to the strongest. */
  levels: Rgb[];
  /** The lines between levels. */
  line: Rgb;
  noRadar: Rgb;
  /** Levels differ by their stripes, not by their colour. */
  isHatched: boolean;
}

const rainOpacity = 0.85;
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
/** Lines begin at moderate rain: they tell the levels apart without colour. */
const firstLine = 2;

export function paintTile(bytes: Uint8Array, pixels: Uint8ClampedArray, colors: RainColors): void {
  const out = new Uint32Array(pixels.buffer, pixels.byteOffset, bytes.length);
  const fills = Uint32Array.from({ length: 256 }, (_, byte) => {
    const color = colors.levels[levelOfByte[byte] ?? -1];
    return color ? packed(color, rainOpacity) : 0;
  });
  const line = packed(colors.line, rainOpacity);
  const stripe = packed(colors.noRadar, stripeOpacity);
  const side = tilePixels;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    const level = levelOfByte[byte] ?? -1;
    if (level === -2) {
      const isStriped = ((index % side) + Math.floor(index / side)) % stripes.period;
      out[index] = isStriped < stripes.width ? stripe : 0;
    } else if (colors.isHatched) {
      out[index] = isHatchedAt(level, index) ? (fills[byte] ?? 0) : 0;
    } else {
      out[index] =
        level >= firstLine && isEdge(bytes, level, index, side) ? line : (fills[byte] ?? 0);
    }
  }
}

/** In the other direction than the stripes of no radar. */
function isHatchedAt(level: number, index: number): boolean {
  const hatch = hatches[level];
  if (!hatch) return false;
  const [x, y] = [index % tilePixels, Math.floor(index / tilePixels)];
  return (x - y + tilePixels) % hatch.period < hatch.width;
}

function isEdge(bytes: Uint8Array, level: number, index: number, side: number): boolean {
  const x = index % side;
  return (
    isBelow(bytes, level, x > 0 ? index - 1 : index) ||
    isBelow(bytes, level, x < side - 1 ? index + 1 : index) ||
    isBelow(bytes, level, index >= side ? index - side : index) ||
    isBelow(bytes, level, index < bytes.length - side ? index + side : index)
  );
}

function isBelow(bytes: Uint8Array, level: number, index: number): boolean {
  return (levelOfByte[bytes[index] ?? 0] ?? -1) < level;
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
