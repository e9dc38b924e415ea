/** How long the name of a position is kept, and which positions share it. */
import { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { createApi } from '../../../api/client.ts';
import { network } from '../../../testing/network.ts';
import { placeNameQuery } from './placeNameQuery.ts';

const minute = 60_000;

// [R9.01, R9.02]
test('the name of a position is requested once in thirty minutes, also for one with the same six decimals', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  let requests = 0;
  network.use(
    http.get('*/api/locations/geocode/reverse', () => {
      requests += 1;
      return HttpResponse.json({ name: 'Mitte' });
    }),
  );
  const { client: api } = createApi({ reload: () => {}, resetLocations: () => {} });
  // As in the app: what no component shows is dropped after five minutes.
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: 5 * minute } } });
  const nameAt = (latitude: number, longitude: number) =>
    client.fetchQuery(placeNameQuery(api, { latitude, longitude }));

  await nameAt(52.52, 13.41);
  await vi.advanceTimersByTimeAsync(29 * minute);
  expect(await nameAt(52.520_000_4, 13.410_000_4)).toMatchObject({ name: 'Mitte' });
  expect(requests).toBe(1);
  await nameAt(52.520_001, 13.41);
  expect(requests).toBe(2);
  await vi.advanceTimersByTimeAsync(minute);
  await nameAt(52.52, 13.41);
  expect(requests).toBe(3);
});
