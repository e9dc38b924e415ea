/** Freshness, lifetime and retries of server data. */
import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../api/errors.ts';
import { createQueryClient, resetLocationCache } from './queryClient.ts';

const queryKey = ['x'];

beforeEach(() => vi.useFakeTimers());

/** A client, and a component that starts and stops reading the same data. */
function observe() {
  const client = createQueryClient();
  const queryFn = vi.fn(async () => 'data');
  const mount = async () => {
    const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    return stop;
  };
  return { client, queryFn, mount };
}

// [R9.01, R9.06]
test('data is fresh for 30 s: only later does a new component load it again', async () => {
  const { queryFn, mount } = observe();
  await mount();
  await vi.advanceTimersByTimeAsync(29_999);
  await mount();
  expect(queryFn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await mount();
  expect(queryFn).toHaveBeenCalledTimes(2);
});

// [R9.01, R9.06]
test('unused data is kept for 5 minutes', async () => {
  const { client, mount } = observe();
  const stop = await mount();
  stop();
  await vi.advanceTimersByTimeAsync(299_999);
  expect(client.getQueryData(queryKey)).toBe('data');
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(queryKey)).toBeUndefined();
});

// [R9.01, R9.06]
test('a focused window does not load stale data again', async () => {
  const { client, queryFn, mount } = observe();
  client.mount();
  await mount();
  await vi.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(1);
  client.unmount();
});

// [R9.01, R9.06]
test.each([
  ['no network', new NetworkError(null, false), 3],
  ['502', new ApiError(502, {}), 3],
  ['503', new ApiError(503, {}), 3],
  ['504', new ApiError(504, {}), 3],
  ['500', new ApiError(500, {}), 1],
  ['404', new ApiError(404, {}), 1],
])('%s: retried twice or not at all', async (_name, error, expected) => {
  const queryFn = vi.fn(() => Promise.reject(error));
  const client = createQueryClient();
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(client.getQueryState(queryKey)?.error).toBe(error);
  expect(queryFn).toHaveBeenCalledTimes(expected);
  stop();
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
