/** The window of a second in which the same question is asked only once. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DuplicateRequest, DuplicateWindow } from './duplicates.ts';

beforeEach(() => vi.useFakeTimers());

const read = () => new Request('http://localhost/api/weather?latitude=1');
const answers = () => {
  let count = 0;
  return vi.fn(async () => {
    count += 1;
    return new Response(String(count));
  });
};

// [R7.03]
describe('an identical GET', () => {
  test('joins the one that runs', async () => {
    const duplicates = new DuplicateWindow();
    const send = answers();
    const both = [duplicates.send(read(), false, send), duplicates.send(read(), false, send)];
    const texts = await Promise.all(both.map(async (answer) => (await answer).text()));
    expect(texts).toEqual(['1', '1']);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('waits for the end of the window when the first has ended', async () => {
    const duplicates = new DuplicateWindow();
    const send = answers();
    await duplicates.send(read(), false, send);
    await vi.advanceTimersByTimeAsync(400);
    const second = duplicates.send(read(), false, send);
    await vi.advanceTimersByTimeAsync(599);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await (await second).text()).toBe('2');
  });

  test('is sent at once after a write', async () => {
    const duplicates = new DuplicateWindow();
    const send = answers();
    await duplicates.send(read(), false, send);
    await duplicates.send(new Request('http://localhost/api/x', { method: 'POST' }), false, send);
    expect(await (await duplicates.send(read(), false, send)).text()).toBe('3');
  });

  test('is sent at once as a replay', async () => {
    const duplicates = new DuplicateWindow();
    const send = answers();
    await duplicates.send(read(), false, send);
    expect(await (await duplicates.send(read(), true, send)).text()).toBe('2');
  });

  test('is sent at once after a failure, so that Try Again tries', async () => {
    const duplicates = new DuplicateWindow();
    const failing = () => Promise.reject(new Error('no network'));
    await expect(duplicates.send(read(), false, failing)).rejects.toThrow('no network');
    expect(await (await duplicates.send(read(), false, answers())).text()).toBe('1');
  });

  test('goes on by itself when the first caller has lost interest', async () => {
    const duplicates = new DuplicateWindow();
    let abort: (error: Error) => void = () => undefined;
    const aborted = () => new Promise<Response>((_resolve, reject) => (abort = reject));
    const first = expect(duplicates.send(read(), false, aborted)).rejects.toThrow();
    const second = duplicates.send(read(), false, answers());
    abort(new DOMException('gone', 'AbortError'));
    await first;
    expect(await (await second).text()).toBe('1');
  });
});

test('inside, the refusal reads as specified', () => {
  expect(new DuplicateRequest().message).toBe('Duplicate request');
});
