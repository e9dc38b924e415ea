/** Bands and words of a day's confidence; nothing where it is unknown. */
import { expect, test } from 'vitest';
import { buildReport, certain } from '../../../testing/report.ts';
import { type Day, dataOf } from '../report.ts';
import { temperatureBand, wideBand } from './confidence.ts';

const [day] = dataOf(buildReport(new Date('2026-06-30T22:00:00Z')).daily)?.days ?? [];
if (!day) throw new Error('the builder gives days');

test('the band of a day reaches from the lowest likely low to the highest likely high', () => {
  expect(temperatureBand({ ...day, confidence: certain() })).toEqual([10, 22]);
});

test('without an ensemble, or with half of it, there is no band', () => {
  expect(temperatureBand(day)).toBeNull();
  const half: Day = { ...day, confidence: { ...certain(), temperature_2m_min: null } };
  expect(temperatureBand(half)).toBeNull();
});

test('a range replaces the number from four degrees on', () => {
  expect(wideBand({ p10: 12, p90: 15.9 })).toBeNull();
  expect(wideBand({ p10: 12, p90: 16 })).toEqual({ p10: 12, p90: 16 });
  expect(wideBand(null)).toBeNull();
});
