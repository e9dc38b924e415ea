/** The arithmetic of the map, against values of other maps. */
import { describe, expect, test } from 'vitest';
import { moved, onScreen, tilesOn, viewAt, worldPixels, zoomed } from './view.ts';

const size = { width: 360, height: 300 };

test('Berlin lies in the tile that OpenStreetMap gives it', () => {
  const { x, y } = viewAt(52.52, 13.405, 6);
  expect([Math.floor(x * 1024), Math.floor(y * 1024)]).toEqual([550, 335]);
});

test('the map ends before the poles', () => {
  expect(viewAt(90, 0, 4).y).toBeCloseTo(0, 4);
  expect(viewAt(-90, 0, 4).y).toBeCloseTo(1, 4);
  expect(viewAt(0, 0, 4).y).toBeCloseTo(0.5, 12);
  expect(moved(viewAt(85, 0, 4), 0, -10_000).y).toBe(0);
});

describe('across the date line', () => {
  const fiji = viewAt(-17, 179.9, 6);

  test('moving east leads to the west of the map', () => {
    expect(moved(fiji, 256, 0).x).toBeLessThan(0.1);
  });

  test('tiles continue', () => {
    const columns = new Set(tilesOn(fiji, size, 6).map(({ x }) => x));
    expect([...columns].sort((a, b) => a - b)).toEqual([0, 63]);
  });

  test('a place beyond it is beside, not around the world', () => {
    const { left } = onScreen(viewAt(-17, -179.9, 6), fiji, size);
    expect(left - size.width / 2).toBeCloseTo((0.2 / 360) * worldPixels(6), 6);
  });
});

test('tiles cover the screen without gaps', () => {
  const tiles = tilesOn(viewAt(50, 10, 6.4), size, 6);
  const covers = (left: number, top: number) =>
    tiles.some(
      (tile) =>
        left >= tile.left &&
        top >= tile.top &&
        left < tile.left + tile.side &&
        top < tile.top + tile.side,
    );
  for (const [left, top] of [
    [0, 0],
    [359, 299],
    [0, 299],
    [359, 0],
    [180, 150],
  ] as const) {
    expect(covers(left, top), `${left}, ${top}`).toBe(true);
  }
});

test('zooming keeps the point under the pointer, within the range of zoom levels', () => {
  const view = viewAt(50, 10, 6);
  const around = { east: 100, south: -40 };
  const closer = zoomed(view, 7, around);
  const point = moved(view, around.east, around.south);
  const { left, top } = onScreen(point, closer, size);
  expect([left, top]).toEqual([
    expect.closeTo(size.width / 2 + 100, 6),
    expect.closeTo(size.height / 2 - 40, 6),
  ]);
  expect(zoomed(view, 40).zoom).toBe(9);
  expect(zoomed(view, -4).zoom).toBe(3);
});
