/** How long the saved locations stay fresh. */
import { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { createApi } from '../../../api/client.ts';
import { network } from '../../../testing/network.ts';
import { locationQueries } from './queries.ts';

// [R9.01, R9.02]
test('saved locations are requested again after two minutes, not earlier', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  let requests = 0;
  network.use(
    http.get('*/api/locations', () => {
      requests += 1;
      return HttpResponse.json({ locations: [] });
    }),
  );
  const { client: api } = createApi({ reload: () => {}, resetLocations: () => {} });
  const client = new QueryClient();
  const load = () => client.fetchQuery(locationQueries.saved(api));
  await load();
  await vi.advanceTimersByTimeAsync(2 * 60_000 - 1);
  await load();
  expect(requests).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await load();
  expect(requests).toBe(2);
});
