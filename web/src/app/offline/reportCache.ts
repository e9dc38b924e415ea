/** The last reports in the browser's cache: one entry for each place, with its name. */
import type { components } from '../../api/schema.d.ts';
import { keptReportsCache } from '../../storage/keys.ts';
import { type Place, parsePlace } from '../../storage/values.ts';

export interface KeptReport {
  place: Place;
  report: components['schemas']['WeatherReport'];
}

/** Not an address that anybody answers: the cache wants its keys to look like one. */
const entryOf = ({ latitude, longitude }: Place) => `/kept-reports/${latitude},${longitude}`;

export async function keepReport(entry: KeptReport): Promise<void> {
  const cache = await globalThis.caches?.open(keptReportsCache);
  await cache?.put(entryOf(entry.place), new Response(JSON.stringify(entry)));
}

export async function readReports(): Promise<KeptReport[]> {
  if (!(await globalThis.caches?.has(keptReportsCache))) return [];
  const cache = await caches.open(keptReportsCache);
  const entries = await Promise.all(
    (await cache.keys()).map(async (key) => (await cache.match(key))?.json()),
  );
  return entries.filter((entry) => entry?.report && parsePlace(entry.place));
}

/** Drops what belongs to none of these places. */
export async function pruneReports(places: readonly Place[]): Promise<void> {
  if (!(await globalThis.caches?.has(keptReportsCache))) return;
  const cache = await caches.open(keptReportsCache);
  const wanted = new Set(places.map((place) => new URL(entryOf(place), location.origin).href));
  const keys = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  await Promise.all(keys.map((key) => cache.delete(key)));
}
