/** Freshness, lifetime and retries of server data. */
import { expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../api/errors.ts';
import { createQueryClient, resetLocationCache } from './queryClient.ts';

const options = createQueryClient().getDefaultOptions().queries;

// [R9.06]
test('fresh 30 s, kept 5 min, not fetched again on focus but on mount', () => {
  expect(options).toMatchObject({
    staleTime: 30_000,
    gcTime: 300_000,
    refetchOnWindowFocus: false,
    refetchOnMount: true,
  });
});

// [R9.06]
test.each([
  ['no network', new NetworkError(null, false), 3],
  ['502', new ApiError(502, {}), 3],
  ['503', new ApiError(503, {}), 3],
  ['504', new ApiError(504, {}), 3],
  ['500', new ApiError(500, {}), 1],
  ['404', new ApiError(404, {}), 1],
])('%s: retried twice or not at all', async (_name, error, expected) => {
  vi.useFakeTimers();
  const queryFn = vi.fn(() => Promise.reject(error));
  const outcome = createQueryClient()
    .fetchQuery({ queryKey: ['x'], queryFn, ...(options?.retry && { retry: options.retry }) })
    .catch((failure: unknown) => failure);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toBe(error);
  expect(queryFn).toHaveBeenCalledTimes(expected);
});

// [R4.15]
test('a change of user removes the places and nothing else', () => {
  const client = createQueryClient();
  client.setQueryData(['locations', 'list'], ['Bonn']);
  client.setQueryData(['weather', 1, 2], 'sunny');
  resetLocationCache(client);
  expect(client.getQueryData(['locations', 'list'])).toBeUndefined();
  expect(client.getQueryData(['weather', 1, 2])).toBe('sunny');
});
