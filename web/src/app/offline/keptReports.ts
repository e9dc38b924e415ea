/** Keeps the last report of every saved place and of the one on screen, and brings them back when no network answers. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { type ApiClient, networkErrorEvent } from '../../api/client.ts';
import type { Session } from '../../api/session/Session.ts';
import { type Location, locationQueries } from '../../features/locations/saved/queries.ts';
import { fetchInBatches } from '../../features/weather/places/fetchInBatches.ts';
import { weatherQueries } from '../../features/weather/queries.ts';
import { setKeptPlaces } from '../../storage/keptPlaces.ts';
import { readStored } from '../../storage/store.ts';
import type { Place } from '../../storage/values.ts';
import { type KeptReport, keepReport, pruneReports, readReports } from './reportCache.ts';

interface Edges {
  client: QueryClient;
  api: ApiClient;
  session: Session;
}

/** Places that no page shows are asked for when the page has come to rest. */
const restMs = 5_000;

/** Returns the way to stop. */
export function startKeepingReports({ client, api, session }: Edges): () => void {
  const stop = new AbortController();
  const savedKey = locationQueries.saved(api).queryKey;
  const saved = () => client.getQueryData<Location[]>(savedKey) ?? [];
  const places = () => [...saved().map(placeOf), ...shownPlaces()];

  const keep = ({ queryKey, state }: Query) => {
    const [kind, latitude, longitude] = queryKey;
    if (kind !== 'weather' || !state.data) return;
    const place = places().find((one) => one.latitude === latitude && one.longitude === longitude);
    if (place) void keepReport({ place, report: state.data as KeptReport['report'] });
  };
  const keepAll = () => client.getQueryCache().getAll().forEach(keep);
  const dropOthers = () => {
    const { status } = session.state;
    const hasList = status === 'authenticated' && client.getQueryData(savedKey) !== undefined;
    if (hasList || status === 'anonymous') void pruneReports(places());
  };
  const fetchUnseen = () =>
    void fetchInBatches(
      saved(),
      (place) => client.prefetchQuery(weatherQueries.report(api, place)),
      stop.signal,
    );
  const bringBack = async () => setKeptPlaces(await restore(client, api));

  let rest: ReturnType<typeof setTimeout> | undefined;
  const stopWatching = client.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
    keep(query);
    setKeptPlaces([]);
    if (query.queryKey[0] !== savedKey[0]) return;
    keepAll();
    dropOthers();
    clearTimeout(rest);
    rest = setTimeout(fetchUnseen, restMs);
  });
  const stopListening = session.subscribe(dropOthers);
  window.addEventListener(networkErrorEvent, bringBack);
  keepAll();
  const hasFailed = ({ state }: Query) => state.fetchFailureCount > 0 || state.status === 'error';
  const isOffline = !navigator.onLine || session.state.status === 'failed';
  if (isOffline || client.getQueryCache().getAll().some(hasFailed)) void bringBack();

  return () => {
    stop.abort();
    clearTimeout(rest);
    stopWatching();
    stopListening();
    window.removeEventListener(networkErrorEvent, bringBack);
  };
}

/** However young a kept report is: whoever opens its place hears that there is no network. */
const longAgo = 1;

/** Puts what is kept where nothing newer is; it counts as old, so it is asked for again. */
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

function placeOf({ id, name, latitude, longitude }: Location): Place {
  return { id, name, latitude, longitude };
}
