/** Keeps an identical GET from being sent twice within a second: the second caller gets the first one's answer. */
const duplicateWindowMs = 1_000;

export class DuplicateRequest extends Error {
  override readonly name = 'DuplicateRequest';

  constructor() {
    super('Duplicate request');
  }
}

interface Started {
  at: number;
  answer: Promise<Response>;
  isRunning: boolean;
}

export class DuplicateWindow {
  readonly #started = new Map<string, Started>();

  /** Sends once per window; `isFresh` (a replay after a refresh) opens it. */
  async send(request: Request, isFresh: boolean, send: () => Promise<Response>): Promise<Response> {
    if (request.method !== 'GET') {
      // A write may change what the next read answers.
      this.#started.clear();
      return send();
    }
    const key = request.url;
    for (;;) {
      const earlier = this.#started.get(key);
      const wasRunning = earlier?.isRunning ?? false;
      try {
        return (await this.#start(key, isFresh, send)).clone();
      } catch (error) {
        if (!(error instanceof DuplicateRequest) || !earlier) throw error;
        const answer = await this.#join(earlier, wasRunning, request.signal);
        if (answer) return answer;
      }
    }
  }

  /** The running call's answer; null when there is none to share, at the time when the call may be made. */
  async #join(
    earlier: Started,
    wasRunning: boolean,
    signal: AbortSignal,
  ): Promise<Response | null> {
    if (!wasRunning) {
      await delay(earlier.at + duplicateWindowMs - Date.now());
      return null;
    }
    try {
      return (await earlier.answer).clone();
    } catch (error) {
      // The first caller lost interest; the second has not.
      if (isAbort(error) && !signal.aborted) return null;
      throw error;
    }
  }

  #start(key: string, isFresh: boolean, send: () => Promise<Response>): Promise<Response> {
    const earlier = this.#started.get(key);
    if (!isFresh && earlier && Date.now() - earlier.at < duplicateWindowMs) {
      return Promise.reject(new DuplicateRequest());
    }
    this.#forgetOld();
    const started: Started = { at: Date.now(), answer: send(), isRunning: true };
    this.#started.set(key, started);
    started.answer.then(
      () => {
        started.isRunning = false;
      },
      () => {
        // What failed may be tried again at once.
        started.isRunning = false;
        if (this.#started.get(key) === started) this.#started.delete(key);
      },
    );
    return started.answer;
  }

  #forgetOld(): void {
    for (const [key, { at, isRunning }] of this.#started) {
      if (!isRunning && Date.now() - at >= duplicateWindowMs) this.#started.delete(key);
    }
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
