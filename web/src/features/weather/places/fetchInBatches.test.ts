/** The order and timing in which places are fetched. */
import { beforeEach, expect, test, vi } from 'vitest';
import { fetchInBatches } from './fetchInBatches.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

/** Each place takes the given number of milliseconds; some fail. */
function start(durations: number[], failing: number[] = []) {
  const started: Array<[place: number, at: number]> = [];
  const from = Date.now();
  const stop = new AbortController();
  const done = fetchInBatches(
    durations.map((ms, place) => ({ ms, place })),
    async ({ ms, place }) => {
      started.push([place, Date.now() - from]);
      await new Promise((resolve) => setTimeout(resolve, ms));
      if (failing.includes(place)) throw new Error('no weather');
    },
    stop.signal,
  );
  return { started, done, stop };
}

// [R4.19, R9.01]
test('three at a time, the next three 100 ms after the slowest of them', async () => {
  const { started, done } = start([50, 300, 20, 10, 10, 40, 5]);
  await vi.runAllTimersAsync();
  await done;
  expect(started).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 400],
    [4, 400],
    [5, 400],
    [6, 540],
  ]);
});

test('a failure does not delay the next batch', async () => {
  const { started, done } = start([10, 10, 10, 10], [1]);
  await vi.runAllTimersAsync();
  await done;
  expect(started.at(-1)).toEqual([3, 110]);
});

test('no further batch starts after an abort', async () => {
  const { started, done, stop } = start([10, 10, 10, 10]);
  stop.abort();
  await vi.runAllTimersAsync();
  await done;
  expect(started).toHaveLength(3);
});
