/** How long the saved locations stay fresh. */
import { expect, test } from 'vitest';
import type { ApiClient } from '../../../api/client.ts';
import { locationQueries } from './queries.ts';

/** No request is sent: only the cache settings are read. */
const api = {} as ApiClient;

// [R9.02]
test('saved locations are fresh for two minutes', () => {
  expect(locationQueries.saved(api).staleTime).toBe(2 * 60_000);
});
