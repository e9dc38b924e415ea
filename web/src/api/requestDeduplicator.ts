/** Sends an identical GET at most once per second: a duplicate shares the running call or waits for the window to end. */
const duplicateWindowMs = 1_000;

/** Why an identical GET was not sent. */
export class DuplicateRequest extends Error {
  override readonly name = 'DuplicateRequest';

  constructor() {
    super('Duplicate request');
  }
}

/** Resolves with a complete response, so that aborting one caller cannot cut off another's. */
type Send = (signal: AbortSignal) => Promise<Response>;

interface Call {
  startedAt: number;
  response: Promise<Response>;
  isRunning: boolean;
  /** Aborts the call itself, once no caller waits for it. */
  controller: AbortController;
  callers: number;
}

export class RequestDeduplicator {
  readonly #calls = new Map<string, Call>();

  /** `isReplay`: the same request again after a token refresh; it is sent whatever the window says. */
  async send(request: Request, isReplay: boolean, send: Send): Promise<Response> {
    if (request.method !== 'GET') return this.#write(request, send);
    if (isReplay) this.#calls.delete(request.url);
    for (;;) {
      const started = this.#start(request.url, send);
      if (!(started instanceof DuplicateRequest)) return this.#waitFor(started, request.signal);
      const earlier = this.#calls.get(request.url);
      if (earlier?.isRunning) return this.#waitFor(earlier, request.signal);
      if (earlier) await delay(earlier.startedAt + duplicateWindowMs - Date.now(), request.signal);
    }
  }

  /** The data may have changed: no call that was sent before answers one that is made from now on. */
  reset(): void {
    this.#calls.clear();
  }

  async #write(request: Request, send: Send): Promise<Response> {
    this.reset();
    try {
      return await send(request.signal);
    } finally {
      // A read that was sent while the write ran may have seen the data before it.
      this.reset();
    }
  }

  #start(key: string, send: Send): Call | DuplicateRequest {
    this.#removeExpired();
    if (this.#calls.has(key)) return new DuplicateRequest();
    const controller = new AbortController();
    const call: Call = {
      startedAt: Date.now(),
      response: send(controller.signal),
      isRunning: true,
      controller,
      callers: 0,
    };
    this.#calls.set(key, call);
    call.response.then(
      ({ ok }) => {
        call.isRunning = false;
        // A failed call can be repeated at once, for example by Try Again.
        if (!ok) this.#remove(key, call);
      },
      () => this.#remove(key, call),
    );
    controller.signal.addEventListener('abort', () => this.#remove(key, call));
    return call;
  }

  /** The shared response, or a rejection as soon as this caller aborts; the others keep waiting. */
  async #waitFor(call: Call, signal: AbortSignal): Promise<Response> {
    call.callers += 1;
    const finished = new AbortController();
    try {
      const aborted = rejectOnAbort(signal, finished.signal);
      return (await Promise.race([call.response, aborted])).clone();
    } finally {
      finished.abort();
      call.callers -= 1;
      if (call.callers === 0 && call.isRunning) call.controller.abort();
    }
  }

  #remove(key: string, call: Call): void {
    call.isRunning = false;
    if (this.#calls.get(key) === call) this.#calls.delete(key);
  }

  #removeExpired(): void {
    for (const [key, { startedAt, isRunning }] of this.#calls) {
      if (!isRunning && Date.now() - startedAt >= duplicateWindowMs) this.#calls.delete(key);
    }
  }
}

function rejectOnAbort(signal: AbortSignal, finished: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { signal: finished });
  });
}

async function delay(ms: number, signal: AbortSignal): Promise<void> {
  const finished = new AbortController();
  const passed = new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));
  await Promise.race([passed, rejectOnAbort(signal, finished.signal)]);
  finished.abort();
}
