/** What the map can show, and how the bytes of its tiles are read: rain, temperature or wind. Byte 0 is no value. */
import type { FieldStyle } from './paint.ts';
import { levelOfByte, noRadarLevel } from './rainClass.ts';

export type Field = 'rain' | 'temperature' | 'wind';

const temperatureOffset = 100;
const windOffset = 1;

/** Where the next level begins, in °C: the steps that temperatures have in the whole app. */
export const temperatureSteps: readonly number[] = [-5, 4, 12, 18, 24, 31];
/** In m/s: from a gentle breeze, fresh breeze, near gale and storm on, by the Beaufort scale. */
export const windSteps: readonly number[] = [3.4, 8, 13.9, 24.5];

export const fieldStyles: Record<Field, FieldStyle> = {
  // Lines begin at moderate rain: they tell the levels apart without colour.
  rain: { field: 'rain', levelOfByte, firstLine: 2, opacity: 0.85 },
  temperature: {
    field: 'temperature',
    levelOfByte: levelsOf((byte) => byte - temperatureOffset, temperatureSteps),
    firstLine: 1,
    opacity: 0.65,
  },
  wind: {
    field: 'wind',
    levelOfByte: levelsOf((byte) => byte - windOffset, windSteps),
    firstLine: 1,
    opacity: 0.65,
  },
};

/** °C; null where there is no value. */
export function temperatureOf(byte: number): number | null {
  return byte === 0 ? null : byte - temperatureOffset;
}

/** m/s; null where there is no value. */
export function windOf(byte: number): number | null {
  return byte === 0 ? null : byte - windOffset;
}

function levelsOf(valueAt: (byte: number) => number, steps: readonly number[]): Int8Array {
  return Int8Array.from({ length: 256 }, (_, byte) =>
    byte === 0 ? noRadarLevel : steps.findLastIndex((step) => valueAt(byte) >= step) + 1,
  );
}
