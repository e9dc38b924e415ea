/** The order in which saved places are asked for. */
import { beforeEach, expect, test, vi } from 'vitest';
import { fetchInTurn } from './inTurn.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

/** Each place takes as many milliseconds as it says; some fail. */
function race(durations: number[], failing: number[] = []) {
  const started: Array<[place: number, at: number]> = [];
  const from = Date.now();
  const stop = new AbortController();
  const done = fetchInTurn(
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

// [R4.19]
test('three at a time, the next three 100 ms after the slowest of them', async () => {
  const { started, done } = race([50, 300, 20, 10, 10, 40, 5]);
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

test('one that fails holds nobody up', async () => {
  const { started, done } = race([10, 10, 10, 10], [1]);
  await vi.runAllTimersAsync();
  await done;
  expect(started.at(-1)).toEqual([3, 110]);
});

test('nobody is asked any more once the page has gone', async () => {
  const { started, done, stop } = race([10, 10, 10, 10]);
  stop.abort();
  await vi.runAllTimersAsync();
  await done;
  expect(started).toHaveLength(3);
});
