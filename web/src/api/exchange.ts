/** One request over the wire: credentials, our headers at the moment of sending, thirty seconds at most. */
import { NetworkError } from './errors.ts';
import {
  csrfAccessCookie,
  csrfRefreshCookie,
  readCookie,
  readFallbackToken,
} from './session/credentials.ts';
import { apiPath, needsCsrf, refreshPath } from './session/rules.ts';

const timeoutMs = 30_000;

/** Answers with whatever the server says; rejects only when there is no answer. */
export async function exchange(request: Request): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    // A request can be sent again after a refresh, so its body is kept by sending a copy.
    return await globalThis.fetch(
      new Request(request.clone(), {
        headers: headersFor(request),
        credentials: 'include',
        signal: AbortSignal.any([request.signal, timeout.signal]),
      }),
    );
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new NetworkError(error, timeout.signal.aborted);
  } finally {
    clearTimeout(timer);
  }
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
