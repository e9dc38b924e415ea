/** Which texts are coordinates. Degrees, minutes and seconds of Berlin and Rio by geohack.toolforge.org. */
import { expect, test } from 'vitest';
import { parseCoordinates } from './parseCoordinates.ts';

// [B16]
test.each([
  ['52.5, 13.4', 52.5, 13.4],
  ['52.5,13.4', 52.5, 13.4],
  ['52.5 13.4', 52.5, 13.4],
  ['52,5; 13,4', 52.5, 13.4],
  ['52,5 13,4', 52.5, 13.4],
  ['-33.87, 151.21', -33.87, 151.21],
  ['−33.87, 151.21', -33.87, 151.21],
  ['N 52.5 E 13.4', 52.5, 13.4],
  ['52.5N 13.4E', 52.5, 13.4],
  ['52.5° N, 13.4° E', 52.5, 13.4],
  ['13.4E, 52.5N', 52.5, 13.4],
  ['22.91 S, 43.2 W', -22.91, -43.2],
  ['52° 31′ 12″ N, 13° 24′ 18″ E', 52.52, 13.405],
  ['52°31\'12"N 13°24\'18"E', 52.52, 13.405],
  ['52,5 N 13,4 O', 52.5, 13.4],
  ['41.01 K 28.95 D', 41.01, 28.95],
  ['0, 0', 0, 0],
])('%s', (input, latitude, longitude) => {
  expect(parseCoordinates(input)).toEqual({ latitude, longitude });
});

// [B16]
test.each([
  'Berlin',
  '10115',
  '91, 0',
  '0, 181',
  '52.5',
  '52.5N 13.4N',
  '-52.5S, 13.4E',
  '1, 2, 3',
  'Route 66, 12',
  '80331 München',
])('%s is not', (input) => {
  expect(parseCoordinates(input)).toBeNull();
});
