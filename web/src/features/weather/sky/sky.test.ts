/** The look of the sky by sun and weather. */
import { expect, test } from 'vitest';
import serverSkies from '../../../../../shared/sky.json';
import { buildReport } from '../../../testing/report.ts';
import { type Condition, dataOf } from '../report.ts';
import { moonPath } from './SkyScene.tsx';
import { skyOf } from './sky.ts';
import { sunHeight } from './sunHeight.ts';

// At noon the sun is 90° − latitude + declination above the horizon; the declination is ±23.44° at the solstices.
test.each([
  ['the equator at an equinox', '2026-03-20T12:00:00Z', 0, 90],
  ['Berlin at midsummer', '2026-06-21T11:00:00Z', 52.52, 60.9],
  ['Berlin at midwinter', '2026-12-21T11:00:00Z', 52.52, 14],
  ['Longyearbyen in the polar night', '2026-12-21T11:00:00Z', 78.22, -11.7],
])('%s', (_, noon, latitude, degrees) => {
  const at = new Date(noon);
  expect(Math.abs(sunHeight(at, at, latitude) - degrees)).toBeLessThan(1.5);
});

test('half a day after noon the sun is at its lowest', () => {
  const noon = new Date('2026-03-20T12:00:00Z');
  const midnight = new Date('2026-03-21T00:00:00Z');
  expect(Math.abs(sunHeight(midnight, noon, 0) + 90)).toBeLessThan(2);
});

test.each([
  ['2026-07-01T11:30:00Z', 'day'],
  ['2026-07-01T19:30:00Z', 'dusk'],
  ['2026-07-01T23:30:00Z', 'night'],
])('at %s it is %s over Berlin', (at, phase) => {
  // The builder's solar noon is 11:30 hours after its first hour.
  const report = buildReport(new Date('2026-07-01T00:00:00Z'));
  expect(skyOf(report, new Date(at))?.phase).toBe(phase);
});

test('rain is drawn when it rains', () => {
  const report = buildReport(new Date('2026-07-01T00:00:00Z'));
  expect(skyOf(report, new Date('2026-07-01T11:00:00Z'))).toMatchObject({
    kind: 'rain',
    fall: 'rain',
  });
});

test('the waxing half moon is lit on the right, the waning one on the left', () => {
  expect(moonPath(0.25, 10)).toContain('A10 10 0 0 1 0 10');
  expect(moonPath(0.75, 10)).toContain('A10 10 0 0 0 0 10');
});

test('south of the equator the moon is lit on the other side', () => {
  const report = buildReport(new Date('2026-07-01T00:00:00Z'));
  const phaseSeenFrom = (latitude: number) =>
    skyOf({ ...report, place: { ...report.place, latitude } }, new Date('2026-07-01T23:30:00Z'))
      ?.moonPhase ?? 0;
  // The builder's moon is in its first quarter.
  expect(moonPath(phaseSeenFrom(52.52), 10)).toContain('A10 10 0 0 1 0 10');
  expect(moonPath(phaseSeenFrom(-33.87), 10)).toContain('A10 10 0 0 0 0 10');
});

test('the first paint of the server shows the same sky for every condition', () => {
  const report = buildReport(new Date('2026-07-01T00:00:00Z'));
  const current = dataOf(report.current);
  if (!current) throw new Error('the builder makes a current section');
  const kinds = Object.keys(serverSkies).map((condition) => {
    const changed = { ...current, current_weather_condition: condition as Condition };
    const sky = skyOf({ ...report, current: changed }, new Date('2026-07-01T11:00:00Z'));
    return [condition, sky?.kind];
  });
  expect(Object.fromEntries(kinds)).toEqual(serverSkies);
});
