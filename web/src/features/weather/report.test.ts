/** Access to the sections and hours of a report. */
import { describe, expect, test } from 'vitest';
import { buildReport } from '../../testing/report.ts';
import { dataOf, nextHours, stepAmount, stepOf } from './report.ts';

const midnight = new Date('2026-11-15T00:00:00Z');
const hourly = dataOf(buildReport(midnight).hourly);
if (!hourly) throw new Error('the built report has hours');

test('an unavailable section has no data', () => {
  expect(dataOf({ unavailable: 'source_failed' })).toBeNull();
});

describe('the next hours', () => {
  test.each([
    ['at the full hour', '2026-11-15T05:00:00Z', 5],
    ['one second before the next', '2026-11-15T05:59:59Z', 5],
    ['before the first', '2026-11-14T20:00:00Z', 0],
  ])('begin with the current one, %s', (_name, now, first) => {
    const hours = nextHours(hourly, new Date(now), 3);
    expect(hours.map(({ temperature }) => temperature)).toEqual([first, first + 1, first + 2]);
  });

  test('are empty when the report has ended', () => {
    expect(nextHours(hourly, new Date('2026-12-24T00:00:00Z'), 3)).toEqual([]);
  });

  test('have null for unknown values', () => {
    const holes = { ...hourly, temperature_2m: [null], precipitation: [] };
    expect(nextHours(holes, midnight, 1)[0]).toMatchObject({
      temperature: null,
      precipitation: null,
    });
  });
});

describe('steps of the source', () => {
  const hour = (time: string, stepHours: number) => ({ time, stepHours, precipitation: 0.9 });

  test('three hours from a multiple of three in UTC are one step', () => {
    const steps = ['05', '06', '07', '08', '09'].map((at) =>
      stepOf(hour(`2026-11-19T${at}:00:00Z`, 3)),
    );
    expect(new Set(steps).size).toBe(3);
    expect(steps[1]).toBe(steps[3]);
  });

  test('the amount of a step is that of all its hours', () => {
    expect(stepAmount(hour('2026-11-19T06:00:00Z', 3))).toBeCloseTo(2.7);
    expect(stepAmount(hour('2026-11-19T06:00:00Z', 1))).toBe(0.9);
  });
});
