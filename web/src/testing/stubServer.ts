/** A stub server on loopback for tests over real HTTP: returns the given responses and records the requests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** Fake time of arrival. */
  at: number;
}

export interface StubResponse {
  status?: number;
  body?: unknown;
  cookies?: string[];
  /** Closes the connection without a response. */
  isCut?: boolean;
  /** Closes the connection in the middle of the body. */
  isCutShort?: boolean;
  /** Never responds. */
  isSilent?: boolean;
}

type Responder = (request: ReceivedRequest) => StubResponse;

export class StubServer {
  readonly requests: ReceivedRequest[] = [];
  readonly #responders = new Map<string, Responder>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#handle(request, response));
  }

  static async start(): Promise<StubServer> {
    const stub = new StubServer();
    await new Promise<void>((resolve) => stub.#server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** `on('GET /api/locations', …)`; a later response replaces an earlier one. */
  on(route: string, response: StubResponse | Responder): void {
    this.#responders.set(route, typeof response === 'function' ? response : () => response);
  }

  requestsTo(route: string): ReceivedRequest[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}` === route);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const { method = '', headers } = request;
    const received = { method, path, headers, at: Date.now() };
    this.requests.push(received);
    const responder = this.#responders.get(`${method} ${path}`);
    const answer = responder ? responder(received) : { status: 404, body: { code: 'not_found' } };
    if (answer.isSilent) return;
    if (answer.isCut) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status ?? 200, {
      'Content-Type': 'application/json',
      ...(answer.cookies && { 'Set-Cookie': answer.cookies }),
    });
    if (answer.isCutShort) {
      response.write('{"half":', () => request.socket.destroy());
      return;
    }
    response.end(JSON.stringify(answer.body ?? {}));
  }
}

/** Waits for real input and output while fake time does not advance. */
export async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 20_000; attempt += 1) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('the condition never became true');
}

interface CookieJar {
  getCookieString: (url: string) => Promise<string>;
  setCookie: (cookie: string, url: string) => Promise<unknown>;
}

interface JsdomGlobal {
  reconfigure: (change: { url: string }) => void;
  cookieJar: CookieJar;
}

/** Moves the page to `origin` and stubs `fetch` with one that stores cookies as a browser does. */
export function browseAt(origin: string): void {
  const { jsdom } = globalThis as unknown as { jsdom: JsdomGlobal };
  jsdom.reconfigure({ url: `${origin}/` });
  const plainFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (request: Request) => {
    const headers = new Headers(request.headers);
    const cookies = await jsdom.cookieJar.getCookieString(request.url);
    if (cookies) headers.set('Cookie', cookies);
    const response = await plainFetch(new Request(request, { headers }));
    for (const cookie of response.headers.getSetCookie()) {
      await jsdom.cookieJar.setCookie(cookie, request.url);
    }
    return response;
  });
}
