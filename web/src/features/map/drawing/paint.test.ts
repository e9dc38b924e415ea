/** The pixels of a tile. */
import { expect, test } from 'vitest';
import { fieldStyles } from './fields.ts';
import { type FieldColors, paintTile, parseRgb } from './paint.ts';

const colors: FieldColors = {
  levels: [
    [10, 0, 0],
    [20, 0, 0],
    [30, 0, 0],
    [40, 0, 0],
    [50, 0, 0],
  ],
  line: [0, 255, 0],
  noData: [0, 0, 255],
  isHatched: false,
};

function painted(byteAt: (x: number, y: number) => number, isHatched = false) {
  const bytes = Uint8Array.from({ length: 65_536 }, (_, index) =>
    byteAt(index % 256, Math.floor(index / 256)),
  );
  const pixels = new Uint8ClampedArray(bytes.length * 4);
  paintTile(bytes, pixels, { ...colors, isHatched }, fieldStyles.rain);
  return (x: number, y: number) => [...pixels.slice((y * 256 + x) * 4, (y * 256 + x) * 4 + 4)];
}

test('dry is transparent and no radar is striped', () => {
  const at = painted((x) => (x < 128 ? 1 : 0));
  expect(at(5, 5)[3]).toBe(0);
  const stripes = Array.from({ length: 8 }, (_, step) => at(128 + step, 0)[3]);
  expect(stripes.filter((alpha) => alpha === 0)).toHaveLength(6);
});

test('heavier rain has a line around it, light rain has none', () => {
  const heavy = 42;
  const light = 22;
  const at = painted((x, y) => (x > 100 && y > 100 ? heavy : x > 50 ? light : 1));
  expect(at(51, 51).slice(0, 3)).toEqual([20, 0, 0]);
  expect(at(101, 150).slice(0, 3)).toEqual([0, 255, 0]);
  expect(at(102, 150).slice(0, 3)).toEqual([40, 0, 0]);
});

test('where the system sets the colours, each level has denser stripes than the one before', () => {
  const bytes = [2, 15, 30, 40, 60];
  const shares = bytes.map((byte) => {
    const at = painted(() => byte, true);
    const row = Array.from({ length: 96 }, (_, x) => at(x, 100)[3]);
    return row.filter((alpha) => alpha !== 0).length / row.length;
  });
  expect(shares).toEqual([1 / 8, 1 / 3, 1 / 2, 3 / 4, 1]);
});

test('colours are read from a computed style', () => {
  expect(parseRgb('rgb(14, 111, 184)')).toEqual([14, 111, 184]);
});

test('temperatures have the seven steps of the app, with a line between, and stripes without a value', () => {
  const temperatures: FieldColors = {
    ...colors,
    levels: Array.from({ length: 7 }, (_, level) => [level + 1, 0, 0]),
  };
  // One temperature in each column: no value, then −99 °C to 155 °C.
  const bytes = Uint8Array.from({ length: 65_536 }, (_, index) => index % 256);
  const pixels = new Uint8ClampedArray(bytes.length * 4);
  paintTile(bytes, pixels, temperatures, fieldStyles.temperature);
  const red = (celsius: number) => pixels[(256 + celsius + 100) * 4];
  const isLine = (celsius: number) => pixels[(256 + celsius + 100) * 4 + 1] === 255;
  expect([-6, -4, 5, 13, 19, 25, 32].map(red)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect([-6, -5, 4, 12, 18, 24, 31].map(isLine)).toEqual([false, ...Array(6).fill(true)]);
  const stripes = Array.from({ length: 8 }, (_, row) => pixels[row * 256 * 4 + 2]);
  expect(stripes.filter((blue) => blue === 255)).toHaveLength(2);
});
