/** Waiting for the data of languages at start. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languagesLoaded } from './languagesLoaded.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  Object.assign(window, { languagesLoaded: undefined });
});

/** Whether the wait is over. */
function waitFor(loading: Promise<void> | undefined): () => boolean {
  Object.assign(window, { languagesLoaded: loading });
  let isOver = false;
  void languagesLoaded().then(() => {
    isOver = true;
  });
  return () => isOver;
}

test('ends when the worker of the page has loaded it', async () => {
  let answer = () => {};
  const isOver = waitFor(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  await vi.advanceTimersByTimeAsync(500);
  expect(isOver()).toBe(false);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

test('ends after a second when the worker does not answer', async () => {
  const isOver = waitFor(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});

test('ends at once in a page without the worker', async () => {
  const isOver = waitFor(undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});
