/** How long answers about places hold. */
import { expect, test } from 'vitest';
import type { ApiClient } from '../../api/client.ts';
import { placeQueries } from './queries.ts';
import { locationQueries } from './saved/queries.ts';

/** Nothing is asked here: only how an answer would be kept. */
const api = {} as ApiClient;
const minuteMs = 60_000;

// [R9.02]
test('saved locations are fresh for two minutes', () => {
  expect(locationQueries.saved(api).staleTime).toBe(2 * minuteMs);
});

// [R9.02]
test('the name of a position is fresh for thirty minutes, and one with the same six decimals has it too', () => {
  const { staleTime, queryKey } = placeQueries.nameOf(api, {
    latitude: 52.520_000_4,
    longitude: 13.410_000_4,
  });
  expect(staleTime).toBe(30 * minuteMs);
  expect(queryKey).toEqual(
    placeQueries.nameOf(api, { latitude: 52.52, longitude: 13.41 }).queryKey,
  );
  expect(queryKey).not.toEqual(
    placeQueries.nameOf(api, { latitude: 52.520_001, longitude: 13.41 }).queryKey,
  );
});
