/** The search history of users and visitors; a visitor is identified by a random id created in this browser. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { type ApiClient, responseData } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { useAuth } from '../../../api/session/useSession.ts';
import { useStored } from '../../../storage/useStored.ts';
import { visitorId } from '../../../storage/visitor.ts';
import type { FoundPlace } from '../search/placeQueries.ts';

export type HistoryEntry = components['schemas']['HistoryEntry'];

const historyKey = ['locations', 'history'];
const none: HistoryEntry[] = [];

/** `clientId` is null for users, and for visitors who have not searched yet. */
function historyQuery(api: ApiClient, isAuthenticated: boolean, clientId: string | null) {
  return queryOptions({
    queryKey: [...historyKey, isAuthenticated ? 'mine' : clientId],
    queryFn: async ({ signal }) => {
      if (isAuthenticated) {
        return (await responseData(api.GET('/api/locations/history', { signal }))).history;
      }
      const params = visitorHeader(clientId);
      const request = api.GET('/api/locations/history/anonymous', { params, signal });
      return (await responseData(request)).history;
    },
    enabled: isAuthenticated || clientId !== null,
  });
}

/** A header, because proxies write the query of a URL to their logs. */
const visitorHeader = (clientId: string | null) => ({
  header: clientId === null ? {} : { 'x-client-id': clientId },
});

export function useHistory(): { entries: HistoryEntry[]; error: Error | null } {
  const { isAuthenticated, loading } = useAuth();
  const [clientId] = useStored('clientId');
  const query = historyQuery(useApi(), isAuthenticated, clientId);
  const { data, error } = useQuery({ ...query, enabled: !loading && query.enabled === true });
  return { entries: data ?? none, error };
}

/** Runs in the background, and a failure is not shown, because the search itself succeeded. */
export function useRecordSearch(): (place: FoundPlace) => void {
  const api = useApi();
  const client = useQueryClient();
  const { isAuthenticated } = useAuth();
  const { mutate } = useMutation({
    mutationFn: ({ name, latitude, longitude, address, placeId, source }: FoundPlace) => {
      const body = { name, latitude, longitude, address, place_id: placeId, geo_source: source };
      return isAuthenticated
        ? responseData(api.POST('/api/locations/history', { body }))
        : responseData(
            api.POST('/api/locations/history/anonymous', {
              body: { ...body, client_id: visitorId() },
            }),
          );
    },
    onSuccess: () => client.invalidateQueries({ queryKey: historyKey }),
  });
  return mutate;
}

/**
 * Optimistic: the list is cleared at once and restored when the request fails. The callbacks also run after the caller
 * is unmounted, and again when the request is repeated.
 */
export function useClearHistory(done: { onSuccess: () => void; onError: () => void }) {
  const api = useApi();
  const client = useQueryClient();
  const { isAuthenticated } = useAuth();
  const [clientId] = useStored('clientId');
  const { queryKey } = historyQuery(api, isAuthenticated, clientId);
  return useMutation({
    mutationFn: () =>
      isAuthenticated
        ? responseData(api.DELETE('/api/locations/history/clear'))
        : responseData(
            api.DELETE('/api/locations/history/anonymous', { params: visitorHeader(clientId) }),
          ),
    onMutate: () => {
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, []);
      return before;
    },
    onSuccess: done.onSuccess,
    onError: (_error, _variables, before) => {
      client.setQueryData(queryKey, before);
      done.onError();
    },
    onSettled: () => client.invalidateQueries({ queryKey: historyKey }),
  });
}

export function placeOfEntry(entry: HistoryEntry): FoundPlace {
  const { name, latitude, longitude, address, place_id: placeId, geo_source: source } = entry;
  const elevation = entry.elevation ?? undefined;
  return { id: null, name, latitude, longitude, elevation, address, placeId, source };
}
