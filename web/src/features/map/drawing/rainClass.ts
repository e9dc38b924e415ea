/** The bytes of a tile: 0 no radar, 1 dry, from 2 an intensity; bit 7 is set where it snows. */
import type { RainIntensity } from '../queries.ts';

const noRadar = 0;
export const dry = 1;
const amountMask = 0x7f;
const firstWet = 2;
const classesPerDecade = 20;
const leastRate = 0.1;

/** The levels of the legend, from the weakest; `from` in millimetres per hour. */
export const levels: ReadonlyArray<{ name: RainIntensity; from: number }> = [
  { name: 'very_light', from: leastRate },
  { name: 'light', from: 0.4 },
  { name: 'moderate', from: 2.5 },
  { name: 'heavy', from: 7.6 },
  { name: 'violent', from: 50 },
];

/** Millimetres per hour; null where there is no radar. */
export function rateOf(value: number): number | null {
  const amount = value & amountMask;
  if (amount === noRadar) return null;
  if (amount === dry) return 0;
  return leastRate * 10 ** ((amount - firstWet) / classesPerDecade);
}

/** The level of a rate, from 0; −1 below the first. */
export function levelOf(rate: number): number {
  return levels.findLastIndex(({ from }) => rate >= from);
}

/** Also where a model has no value. */
export const noRadarLevel = -2;

/** The level of every byte: −1 is dry. */
export const levelOfByte: Int8Array = Int8Array.from({ length: 256 }, (_, value) => {
  const rate = rateOf(value);
  return rate === null ? noRadarLevel : levelOf(rate + 1e-9);
});
