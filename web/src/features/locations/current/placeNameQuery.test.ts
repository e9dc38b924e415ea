/** How long the name of a position stays fresh, and which positions share it. */
import { expect, test } from 'vitest';
import type { ApiClient } from '../../../api/client.ts';
import { placeNameQuery } from './placeNameQuery.ts';

/** No request is sent: only the cache settings are read. */
const api = {} as ApiClient;

// [R9.02]
test('the name of a position is fresh for thirty minutes, and one with the same six decimals has it too', () => {
  const { staleTime, queryKey } = placeNameQuery(api, {
    latitude: 52.520_000_4,
    longitude: 13.410_000_4,
  });
  expect(staleTime).toBe(30 * 60_000);
  expect(queryKey).toEqual(placeNameQuery(api, { latitude: 52.52, longitude: 13.41 }).queryKey);
  expect(queryKey).not.toEqual(
    placeNameQuery(api, { latitude: 52.520_001, longitude: 13.41 }).queryKey,
  );
});
