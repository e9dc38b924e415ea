/** Which weather reports are cached for offline use, and for how long. */
import { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApi, networkErrorEvent } from '../../api/client.ts';
import { locationQueries } from '../../features/locations/saved/queries.ts';
import { savedLocation } from '../../features/locations/saved/savedLocation.ts';
import { weatherFreshMs, weatherQueries } from '../../features/weather/queries.ts';
import { writeStored } from '../../storage/store.ts';
import { buildLocation } from '../../testing/locations.ts';
import { network } from '../../testing/network.ts';
import { buildReport } from '../../testing/report.ts';
import { startOfflineReports } from './offlineReports.ts';

/** An in-memory cache, because jsdom has none. */
class MemoryCaches {
  readonly stores = new Map<string, Map<string, Response>>();
  written = 0;

  async has(name: string) {
    return this.stores.has(name);
  }

  async open(name: string) {
    const entries = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, entries);
    const address = (key: string | Request) =>
      new URL(typeof key === 'string' ? key : key.url, location.origin).href;
    return {
      put: async (key: string, value: Response) => {
        this.written += 1;
        entries.set(address(key), value);
      },
      match: async (key: Request) => entries.get(address(key))?.clone(),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      delete: async (key: Request) => entries.delete(address(key)),
    };
  }

  paths() {
    const entries = this.stores.get('halcyon-reports') ?? new Map();
    return [...entries.keys()].map((url) => decodeURIComponent(new URL(url).pathname)).sort();
  }
}

const berlin = { id: null, name: 'Berlin', latitude: 52.52, longitude: 13.41 };
const wien = savedLocation(buildLocation('Wien', { latitude: 48.21, longitude: 16.37 }));
const paris = { latitude: 48.85, longitude: 2.35 };
let caches: MemoryCaches;
let stop = () => {};

beforeEach(() => {
  caches = new MemoryCaches();
  vi.stubGlobal('caches', caches);
});
afterEach(() => stop());

function start() {
  const { client: api, session } = createApi({ reload: () => {}, resetLocations: () => {} });
  const client = new QueryClient();
  stop = startOfflineReports({ client, api, session });
  const answer = (place: { latitude: number; longitude: number; elevation?: number }) =>
    client.setQueryData(weatherQueries.report(api, place).queryKey, buildReport(new Date()));
  return { client, api, answer };
}

test('the reports of the chosen place and of saved places are cached, and no others', async () => {
  writeStored('selectedLocation', berlin);
  const { client, api, answer } = start();
  client.setQueryData(locationQueries.saved(api).queryKey, [wien]);
  for (const place of [berlin, wien, paris]) answer(place);
  await vi.waitFor(() =>
    expect(caches.paths()).toEqual(['/kept-reports/48.21,16.37', '/kept-reports/52.52,13.41']),
  );
});

// [C8]
test('the reports of a hut and of the village below it are two', async () => {
  const village = { id: null, name: 'Village', latitude: 47.42, longitude: 10.98 };
  writeStored('selectedLocation', { ...village, name: 'Hut', elevation: 2962 });
  const { answer } = start();
  answer(village);
  answer({ ...village, elevation: 2962 });
  await vi.waitFor(() => expect(caches.paths()).toEqual(['/kept-reports/47.42,10.98,2962']));
});

test('the report of a deleted place is removed', async () => {
  writeStored('selectedLocation', berlin);
  const { client, api, answer } = start();
  client.setQueryData(locationQueries.saved(api).queryKey, [wien]);
  for (const place of [berlin, wien]) answer(place);
  await vi.waitFor(() => expect(caches.paths()).toHaveLength(2));
  client.setQueryData(locationQueries.saved(api).queryKey, []);
  await vi.waitFor(() => expect(caches.paths()).toEqual(['/kept-reports/52.52,13.41']));
});

// Writing the reports again made moving a place slow.
test('a change of the list does not write the same reports again', async () => {
  const { client, api, answer } = start();
  const { queryKey } = locationQueries.saved(api);
  client.setQueryData(queryKey, [wien]);
  answer(wien);
  await vi.waitFor(() => expect(caches.written).toBe(1));
  client.setQueryData(queryKey, [{ ...wien, position: 1 }]);
  answer(wien);
  await vi.waitFor(() => expect(caches.written).toBe(2));
});

test('without a network cached reports are restored as stale, and newer ones stay', async () => {
  writeStored('selectedLocation', berlin);
  const first = start();
  first.answer(berlin);
  await vi.waitFor(() => expect(caches.paths()).toHaveLength(1));
  stop();

  const { client, api } = start();
  network.use(http.get('*/api/weather', () => HttpResponse.error()));
  window.dispatchEvent(new CustomEvent(networkErrorEvent, { detail: { method: 'GET' } }));
  const { queryKey } = weatherQueries.report(api, berlin);
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBeDefined());
  const { dataUpdatedAt } = client.getQueryState(queryKey) ?? { dataUpdatedAt: Date.now() };
  // Stale whatever its age, so that opening the place requests it again and reports the missing network.
  expect(dataUpdatedAt).toBeLessThan(Date.now() - weatherFreshMs);
});
