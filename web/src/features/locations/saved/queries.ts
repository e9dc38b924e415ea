/** The saved places of the user. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { type ApiClient, responseData } from '../../../api/client.ts';
import { useAuth } from '../../../api/session/useSession.ts';
import { minuteMs } from '../../../units/durations.ts';
import { type SavedLocation, savedLocation } from './savedLocation.ts';

const savedFreshMs = 2 * minuteMs;

export const locationQueries = {
  saved: (api: ApiClient) =>
    queryOptions({
      queryKey: ['locations'],
      queryFn: async ({ signal }) =>
        (await responseData(api.GET('/api/locations', { signal }))).locations.map(savedLocation),
      staleTime: savedFreshMs,
    }),
};

const none: SavedLocation[] = [];

interface SavedList {
  locations: SavedLocation[];
  isLoading: boolean;
  /** The last attempt failed; what is shown, if anything, is older. */
  error: Error | null;
  isStale: boolean;
  retry: () => void;
}

/** No request is sent for visitors, who have no saved places. */
export function useSavedList(): SavedList {
  const { isAuthenticated, loading } = useAuth();
  const { data, error, isPending, refetch } = useQuery({
    ...locationQueries.saved(useApi()),
    enabled: isAuthenticated,
  });
  return {
    locations: (isAuthenticated && data) || none,
    isLoading: loading || (isAuthenticated && isPending),
    error: isAuthenticated ? error : null,
    isStale: data !== undefined,
    retry: () => void refetch(),
  };
}

export function useSavedLocations(): SavedLocation[] {
  return useSavedList().locations;
}
