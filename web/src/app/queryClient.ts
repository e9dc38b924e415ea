/** The query cache: freshness, lifetime and retries of server data. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError, NetworkError } from '../api/errors.ts';

const staleAfterMs = 30_000;
const unusedLifetimeMs = 5 * 60_000;
const maxRetries = 2;
const transientStatuses = [502, 503, 504];

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleAfterMs,
        gcTime: unusedLifetimeMs,
        retry: (failures, error) => failures < maxRetries && isTransient(error),
        refetchOnWindowFocus: false,
        refetchOnMount: true,
        // Offline requests fail with an error message instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function isTransient(error: Error): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && transientStatuses.includes(error.status);
}

/** Removes the places and the account of the previous user. */
export function resetLocationCache(client: QueryClient): void {
  for (const name of ['locations', 'account']) client.removeQueries({ queryKey: [name] });
}
