/** How server data is kept: how fresh it counts, how long it stays, what is worth trying again. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError, NetworkError } from '../api/errors.ts';

const freshMs = 30_000;
const keptMs = 5 * 60_000;
const maxRetries = 2;
const passingStatuses = [502, 503, 504];

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        gcTime: keptMs,
        retry: (failures, error) => failures < maxRetries && isPassing(error),
        refetchOnWindowFocus: false,
        refetchOnMount: true,
        // Offline a call fails and says so, instead of waiting without a word.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function isPassing(error: Error): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && passingStatuses.includes(error.status);
}

/** Somebody else is here now: what was known about places is theirs no longer. */
export function resetLocationCache(client: QueryClient): void {
  client.removeQueries({ queryKey: ['locations'] });
}
