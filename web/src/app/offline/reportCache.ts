/** Stores the last weather reports in the browser's cache: one entry per place, with its name. */
import type { components } from '../../api/schema.d.ts';
import { offlineReportsCache } from '../../storage/keys.ts';
import { type Place, parsePlace } from '../../storage/values.ts';

export interface OfflineReport {
  place: Place;
  report: components['schemas']['WeatherReport'];
}

/** The key of an entry. Cache keys must be URLs; this one is never requested. */
const entryOf = ({ latitude, longitude, elevation }: Place) =>
  `/kept-reports/${[latitude, longitude, elevation].filter((part) => part !== undefined)}`;

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

/** Deletes the reports of all other places. */
export async function pruneReports(places: readonly Place[]): Promise<void> {
  if (!(await globalThis.caches?.has(offlineReportsCache))) return;
  const cache = await caches.open(offlineReportsCache);
  const wanted = new Set(places.map((place) => new URL(entryOf(place), location.origin).href));
  const keys = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  await Promise.all(keys.map((key) => cache.delete(key)));
}
