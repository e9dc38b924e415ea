/** Sends one request with our credentials and headers, and gives up after thirty seconds. */
import { NetworkError } from './errors.ts';
import { holdFailuresOnExit } from './pageExit.ts';
import {
  csrfAccessCookie,
  csrfRefreshCookie,
  readCookie,
  readFallbackToken,
} from './session/credentials.ts';
import { apiPath, needsCsrf, refreshPath } from './session/rules.ts';

const timeoutMs = 30_000;

/** Resolves with any complete response of the server; rejects only when there is none. `signal` aborts the call. */
export async function sendRequest(request: Request, signal = request.signal): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    // A request can be sent again after a refresh, so its body is kept by sending a copy.
    const copy = new Request(request.clone(), {
      headers: headersFor(request),
      credentials: 'include',
      // Replaces the signal of the caller: a shared call ends only when no caller waits for it.
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    return await holdFailuresOnExit(async () => withBody(await globalThis.fetch(copy)));
  } catch (error) {
    if (signal.aborted) throw error;
    throw new NetworkError(error, timeout.signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}

/** The response with its whole body read: a connection can also fail, and a caller abort, in the middle of it. */
export async function withBody(response: Response): Promise<Response> {
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

function headersFor(request: Request): Headers {
  const headers = new Headers(request.headers);
  const path = apiPath(request.url);
  const csrfAccess = readCookie(csrfAccessCookie);
  const csrfRefresh = readCookie(csrfRefreshCookie);
  const fallback = readFallbackToken();
  if (!csrfAccess && !csrfRefresh && fallback) headers.set('Authorization', `Bearer ${fallback}`);
  if (needsCsrf(request.method, path)) {
    const token = path === refreshPath ? csrfRefresh : csrfAccess;
    if (token) headers.set('X-CSRF-TOKEN', token);
  }
  return headers;
}
