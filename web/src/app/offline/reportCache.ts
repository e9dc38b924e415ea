/** The last reports in the browser's cache: one entry for each place, with its name. */
import type { components } from '../../api/schema.d.ts';
import { offlineReportsCache } from '../../storage/keys.ts';
import { type Place, parsePlace } from '../../storage/values.ts';

export interface OfflineReport {
  place: Place;
  report: components['schemas']['WeatherReport'];
}

/** Not an address that anybody answers: the cache wants its keys to look like one. */
const entryOf = ({ latitude, longitude }: Place) => `/kept-reports/${latitude},${longitude}`;

export async function storeReport(entry: OfflineReport): Promise<void> {
  const cache = await globalThis.caches?.open(offlineReportsCache);
  await cache?.put(entryOf(entry.place), new Response(JSON.stringify(entry)));
}

export async function readReports(): Promise<OfflineReport[]> {
  if (!(await globalThis.caches?.has(offlineReportsCache))) return [];
  const cache = await caches.open(offlineReportsCache);
  const entries = await Promise.all(
    (await cache.keys()).map(async (key) => (await cache.match(key))?.json()),
  );
  return entries.filter((entry) => entry?.report && parsePlace(entry.place));
}

/** Drops what belongs to none of these places. */
export async function pruneReports(places: readonly Place[]): Promise<void> {
  if (!(await globalThis.caches?.has(offlineReportsCache))) return;
  const cache = await caches.open(offlineReportsCache);
  const wanted = new Set(places.map((place) => new URL(entryOf(place), location.origin).href));
  const keys = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  await Promise.all(keys.map((key) => cache.delete(key)));
}
