/** The one-second window in which an identical GET is sent only once. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DuplicateRequest, RequestDeduplicator } from './requestDeduplicator.ts';
import { withBody } from './sendRequest.ts';

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
  test('shares the one in flight', async () => {
    const deduplicator = new RequestDeduplicator();
    const send = answers();
    const both = [deduplicator.send(read(), false, send), deduplicator.send(read(), false, send)];
    const texts = await Promise.all(both.map(async (answer) => (await answer).text()));
    expect(texts).toEqual(['1', '1']);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('waits for the end of the window when the first has finished', async () => {
    const deduplicator = new RequestDeduplicator();
    const send = answers();
    await deduplicator.send(read(), false, send);
    await vi.advanceTimersByTimeAsync(400);
    const second = deduplicator.send(read(), false, send);
    await vi.advanceTimersByTimeAsync(599);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await (await second).text()).toBe('2');
  });

  test('is sent at once after a write', async () => {
    const deduplicator = new RequestDeduplicator();
    const send = answers();
    await deduplicator.send(read(), false, send);
    await deduplicator.send(new Request('http://localhost/api/x', { method: 'POST' }), false, send);
    expect(await (await deduplicator.send(read(), false, send)).text()).toBe('3');
  });

  test('is sent at once as a replay', async () => {
    const deduplicator = new RequestDeduplicator();
    const send = answers();
    await deduplicator.send(read(), false, send);
    expect(await (await deduplicator.send(read(), true, send)).text()).toBe('2');
  });

  test('is sent at once after a failure, so that Try Again tries', async () => {
    const deduplicator = new RequestDeduplicator();
    const failing = () => Promise.reject(new Error('no network'));
    await expect(deduplicator.send(read(), false, failing)).rejects.toThrow('no network');
    expect(await (await deduplicator.send(read(), false, answers())).text()).toBe('1');
  });

  test('is sent at once after an error response too', async () => {
    const deduplicator = new RequestDeduplicator();
    const failing = async () => new Response(null, { status: 500 });
    expect((await deduplicator.send(read(), false, failing)).status).toBe(500);
    const send = answers();
    const again = deduplicator.send(read(), false, send);
    expect(send).toHaveBeenCalledOnce();
    expect(await (await again).text()).toBe('1');
  });

  test('is answered for the second caller when the first aborts, in the middle of the body too', async () => {
    const deduplicator = new RequestDeduplicator();
    const caller = new AbortController();
    const network = slowNetwork();
    const first = deduplicator.send(new Request(read(), caller), false, network.send);
    const refused = expect(first).rejects.toThrow('gone');
    const second = deduplicator.send(read(), false, network.send);
    network.write('{"half":');
    caller.abort(new DOMException('gone', 'AbortError'));
    await refused;
    network.write('true}');
    network.end();
    expect(await (await second).json()).toEqual({ half: true });
    expect(network.send).toHaveBeenCalledTimes(1);
  });

  test('is aborted on the wire when its last caller aborts, and can be sent again at once', async () => {
    const deduplicator = new RequestDeduplicator();
    const caller = new AbortController();
    const network = slowNetwork();
    const only = deduplicator.send(new Request(read(), caller), false, network.send);
    caller.abort(new DOMException('gone', 'AbortError'));
    await expect(only).rejects.toThrow('gone');
    expect(network.wasAborted()).toBe(true);
    expect(await (await deduplicator.send(read(), false, answers())).text()).toBe('1');
  });

  test('is sent again after a reset even while the first one runs', async () => {
    const deduplicator = new RequestDeduplicator();
    const network = slowNetwork();
    const before = deduplicator.send(read(), false, network.send);
    deduplicator.reset();
    expect(await (await deduplicator.send(read(), false, answers())).text()).toBe('1');
    network.write('old');
    network.end();
    expect(await (await before).text()).toBe('old');
  });

  test('is sent again after a write, even if the first one was sent while the write ran', async () => {
    const deduplicator = new RequestDeduplicator();
    const write = slowNetwork();
    const network = slowNetwork();
    const written = deduplicator.send(
      new Request('http://localhost/api/x', { method: 'POST' }),
      false,
      write.send,
    );
    void deduplicator.send(read(), false, network.send);
    write.end();
    await written;
    expect(await (await deduplicator.send(read(), false, answers())).text()).toBe('1');
  });
});

/** A server that sends its response in chunks and detects an abort. */
function slowNetwork() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let seen: AbortSignal | undefined;
  return {
    send: vi.fn(async (signal: AbortSignal) => {
      seen = signal;
      signal.addEventListener('abort', () => void writer.abort(signal.reason));
      return withBody(new Response(readable));
    }),
    write: (text: string) => void writer.write(new TextEncoder().encode(text)),
    end: () => void writer.close(),
    wasAborted: () => seen?.aborted,
  };
}

test('inside, the refusal reads as specified', () => {
  expect(new DuplicateRequest().message).toBe('Duplicate request');
});
