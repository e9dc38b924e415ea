/** A server of our own on loopback, for proofs over real HTTP: it answers as told and keeps what it was asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** Fake time at which it came in. */
  at: number;
}

export interface Answer {
  status?: number;
  body?: unknown;
  cookies?: string[];
  /** No answer at all: the line is cut. */
  isCut?: boolean;
  /** The answer never comes. */
  isSilent?: boolean;
}

type Answering = (asked: Asked) => Answer;

export class StandIn {
  readonly asked: Asked[] = [];
  readonly #answers = new Map<string, Answering>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#handle(request, response));
  }

  static async start(): Promise<StandIn> {
    const standIn = new StandIn();
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** `on('GET /api/locations', …)`; later answers replace earlier ones. */
  on(route: string, answer: Answer | Answering): void {
    this.#answers.set(route, typeof answer === 'function' ? answer : () => answer);
  }

  askedFor(route: string): Asked[] {
    return this.asked.filter(({ method, path }) => `${method} ${path}` === route);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const asked = { method: request.method ?? '', path, headers: request.headers, at: Date.now() };
    this.asked.push(asked);
    const answering = this.#answers.get(`${asked.method} ${path}`);
    const answer = answering ? answering(asked) : { status: 404, body: { code: 'not_found' } };
    if (answer.isSilent) return;
    if (answer.isCut) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status ?? 200, {
      'Content-Type': 'application/json',
      ...(answer.cookies && { 'Set-Cookie': answer.cookies }),
    });
    response.end(JSON.stringify(answer.body ?? {}));
  }
}

/** Lets real input and output happen while time itself stands still. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('it never came true');
}

interface CookieJar {
  getCookieString: (url: string) => Promise<string>;
  setCookie: (cookie: string, url: string) => Promise<unknown>;
}

interface JsdomGlobal {
  reconfigure: (change: { url: string }) => void;
  cookieJar: CookieJar;
}

/** Moves the page to `origin` and gives it a fetch that keeps cookies as a browser does. */
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
