/** Alert and chart colours are distinguishable with each kind of colour vision, in every theme. */
import { describe, expect, test } from 'vitest';
import { ciede2000, difference, type Vision } from '../testing/colorVision.ts';
import { combinations, resolveTokens } from '../testing/tokens.ts';

/** CIEDE2000: about 2 is visible to a trained eye, 10 to anyone at a glance. */
const atAGlance = 10;

/** Colours that must not be confused; neighbours on a scale may be. */
const apart: Array<[one: string, other: string]> = [
  ['color-info', 'color-moderate'],
  ['color-moderate', 'color-severe'],
  ['color-info', 'color-severe'],
  ['color-severe-ground', 'color-extreme-ground'],
  ['color-danger', 'color-success'],
  ['color-temperature-2', 'color-temperature-6'],
  ['color-temperature-1', 'color-temperature-7'],
  ['color-water', 'color-wind'],
  ['color-water', 'color-marker'],
  ['color-wind', 'color-marker'],
  // The levels of the rain map, and the map below them.
  ['color-rain-1', 'color-rain-2'],
  ['color-rain-2', 'color-rain-3'],
  ['color-rain-3', 'color-rain-4'],
  ['color-rain-4', 'color-rain-5'],
  ['color-rain-1', 'color-map-land'],
  ['color-rain-1', 'color-map-water'],
];

describe.each(combinations)('$palette, contrast $contrast, $scheme', ({ palette, ...look }) => {
  const colors = resolveTokens({ palette, ...look });

  // [R3.15, R1.22]
  test('alerts and chart series are distinguishable at a glance', () => {
    const close = apart
      .map(([one, other]) => ({
        pair: `${one} / ${other}`,
        distance: difference(colors[one], colors[other], palette as Vision),
      }))
      .filter(({ distance }) => distance < atAGlance)
      .map(({ pair, distance }) => `${pair}: ${distance.toFixed(1)}`);
    expect(close).toEqual([]);
  });
});

/** From the table of Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula", 2005. */
test.each<[one: [number, number, number], other: [number, number, number], distance: number]>([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1.0],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[50, 2.5, 0], [50, 3.2592, 0.335], 1.0],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
])('the difference of %j and %j is %d', (one, other, distance) => {
  expect(ciede2000(one, other)).toBeCloseTo(distance, 4);
});

test('red and green of equal brightness are alike only without red cones', () => {
  expect(difference('#c84b4b', '#7d7d00', 'none')).toBeGreaterThan(30);
  expect(difference('#ff0000', '#5a4d00', 'protanopia')).toBeLessThan(atAGlance);
});
