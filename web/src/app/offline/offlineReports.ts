/** Caches the last report of every saved place and of the one on screen, and restores them when the network is down. */
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { type ApiClient, networkErrorEvent } from '../../api/client.ts';
import type { Session } from '../../api/session/Session.ts';
import { setOfflinePlaces } from '../../features/locations/offlinePlaces.ts';
import { locationQueries } from '../../features/locations/saved/queries.ts';
import type { SavedLocation } from '../../features/locations/saved/savedLocation.ts';
import { fetchInBatches } from '../../features/weather/places/fetchInBatches.ts';
import { weatherQueries } from '../../features/weather/queries.ts';
import { readStored } from '../../storage/store.ts';
import type { Place } from '../../storage/values.ts';
import { type OfflineReport, pruneReports, readReports, storeReport } from './reportCache.ts';

interface OfflineReportsDeps {
  client: QueryClient;
  api: ApiClient;
  session: Session;
}

/** Delay before the reports of places that no page shows are requested. */
const prefetchDelayMs = 5_000;

/** Returns a function that stops it. */
export function startOfflineReports({ client, api, session }: OfflineReportsDeps): () => void {
  const stop = new AbortController();
  const savedKey = locationQueries.saved(api).queryKey;
  const saved = () => client.getQueryData<SavedLocation[]>(savedKey) ?? [];
  const places = () => [...saved().map(toPlace), ...shownPlaces()];

  /** Every change of the list leads to all reports, and writing one takes milliseconds. */
  const stored = new Map<string, unknown>();
  const keyOf = (place: Place) => hashKey(weatherQueries.report(api, place).queryKey);

  const storeIfWanted = ({ queryKey, queryHash, state }: Query) => {
    if (queryKey[0] !== 'weather' || !state.data || stored.get(queryHash) === state.data) return;
    const place = places().find((one) => keyOf(one) === queryHash);
    if (!place) return;
    stored.set(queryHash, state.data);
    void storeReport({ place, report: state.data as OfflineReport['report'] });
  };
  const storeAll = () => client.getQueryCache().getAll().forEach(storeIfWanted);
  const pruneOthers = () => {
    const { status } = session.state;
    const hasList = status === 'authenticated' && client.getQueryData(savedKey) !== undefined;
    if (!hasList && status !== 'anonymous') return;
    const wanted = new Set(places().map(keyOf));
    for (const key of stored.keys()) if (!wanted.has(key)) stored.delete(key);
    void pruneReports(places());
  };
  const prefetchSaved = () =>
    void fetchInBatches(
      saved(),
      (place) => client.prefetchQuery(weatherQueries.report(api, place, { isVisitor: false })),
      stop.signal,
    );
  const restoreAll = async () => setOfflinePlaces(await restore(client, api));

  let prefetchTimer: ReturnType<typeof setTimeout> | undefined;
  const stopWatching = client.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
    storeIfWanted(query);
    setOfflinePlaces([]);
    if (query.queryKey[0] !== savedKey[0]) return;
    storeAll();
    pruneOthers();
    clearTimeout(prefetchTimer);
    prefetchTimer = setTimeout(prefetchSaved, prefetchDelayMs);
  });
  const stopListening = session.subscribe(() => {
    // A sign-out has deleted them.
    stored.clear();
    pruneOthers();
  });
  window.addEventListener(networkErrorEvent, restoreAll);
  storeAll();
  const hasFailed = ({ state }: Query) => state.fetchFailureCount > 0 || state.status === 'error';
  const isOffline = !navigator.onLine || session.state.status === 'failed';
  if (isOffline || client.getQueryCache().getAll().some(hasFailed)) void restoreAll();

  return () => {
    stop.abort();
    clearTimeout(prefetchTimer);
    stopWatching();
    stopListening();
    window.removeEventListener(networkErrorEvent, restoreAll);
  };
}

/** Marks restored reports as stale, so that opening the place requests new data and reports the missing network. */
const longAgo = 1;

/** Puts the cached reports into the query cache where there is nothing newer. */
async function restore(client: QueryClient, api: ApiClient): Promise<Place[]> {
  const entries = await readReports();
  for (const { place, report } of entries) {
    const { queryKey } = weatherQueries.report(api, place);
    if (client.getQueryData(queryKey)) continue;
    client.setQueryData(queryKey, report, { updatedAt: longAgo });
  }
  return entries.map(({ place }) => place);
}

function shownPlaces(): Place[] {
  const places = [readStored('selectedLocation'), readStored('currentLocation')];
  return places.filter((place) => place !== null);
}

function toPlace({ id, name, latitude, longitude, elevation }: SavedLocation): Place {
  return { id, name, latitude, longitude, elevation };
}
