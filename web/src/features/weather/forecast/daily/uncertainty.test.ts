/** The band of uncertainty: from our table, or from the provider's percentiles. */
import { expect, test } from 'vitest';
import { buildReport } from '../../../../testing/report.ts';
import { uncertaintyOf } from './uncertainty.ts';

const report = buildReport(new Date('2026-06-30T22:00:00Z'));
const days = 'days' in report.daily ? report.daily.days : [];
const hourly = 'time' in report.hourly ? report.hourly : null;
const timeZone = 'Europe/Berlin';

test('the typical error widens with every day and surrounds the forecast', () => {
  const bands = days.map((day, index) => uncertaintyOf(day, index, hourly, timeZone));
  expect(bands.every((band) => band?.origin === 'typicalError')).toBe(true);
  const widths = bands.map((band) => (band ? band.high - band.low : 0));
  expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  expect(new Set(widths).size).toBe(15);
  expect(bands[0]?.low).toBeLessThan(11);
  expect(bands[0]?.high).toBeGreaterThan(19);
});

test('percentiles of the provider are used where it sends them for the day', () => {
  const [today] = days;
  if (!hourly || !today) throw new Error('the builder gives both');
  const ownBand = {
    ...hourly,
    temperature_2m_p10: hourly.time.map(() => 8),
    temperature_2m_p90: hourly.time.map(() => 23),
  };
  const day = { ...today, date: '2026-07-01' };
  expect(uncertaintyOf(day, 0, ownBand, timeZone)).toEqual({
    low: 8,
    high: 23,
    origin: 'percentiles',
  });
  // Beyond the provider's hours the table is used.
  expect(uncertaintyOf({ ...day, date: '2026-07-09' }, 8, ownBand, timeZone)?.origin).toBe(
    'typicalError',
  );
});

test('a day without values has no band', () => {
  const [today] = days;
  if (!today) throw new Error('the builder gives days');
  expect(uncertaintyOf({ ...today, temperature_2m_min: null }, 0, hourly, timeZone)).toBeNull();
});
