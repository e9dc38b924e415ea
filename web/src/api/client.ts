/** The API client: typed by the contract, renewing tokens on the way. It reports; the app decides what is shown. */
import createClient, { type Client } from 'openapi-fetch';
import { type ApiError, errorOf, NetworkError } from './errors.ts';
import { RequestDeduplicator } from './requestDeduplicator.ts';
import type { components, paths } from './schema.d.ts';
import { sendRequest } from './sendRequest.ts';
import { csrfAccessCookie, readCookie } from './session/credentials.ts';
import { Session } from './session/Session.ts';

export type ApiClient = Client<paths>;

/** Fired on the window when a call found no network or no server. */
export const networkErrorEvent = 'api:network_error';

interface Api {
  client: ApiClient;
  session: Session;
  /** Any request, checked and renewed like the typed ones. */
  send: (request: Request) => Promise<Response>;
  /** The data may have changed elsewhere: the next read is sent even if the same one runs already. */
  forgetReads: () => void;
}

interface ApiEdges {
  reload: () => void;
  resetLocations: () => void;
  /** Who is signed in, as the server said when it sent the page. */
  known?: components['schemas']['CurrentUserResponse'] | null | undefined;
}

export function createApi(edges: ApiEdges): Api {
  const deduplicator = new RequestDeduplicator();
  const session = new Session({ ...edges, send });

  async function send(request: Request): Promise<Response> {
    return checked(request, false);
  }

  async function checked(request: Request, isRetry: boolean): Promise<Response> {
    let response: Response;
    const csrfAtSend = readCookie(csrfAccessCookie);
    try {
      response = await deduplicator.send(request, isRetry, (signal) =>
        sendRequest(request, signal),
      );
    } catch (error) {
      if (error instanceof NetworkError) reportNetworkError(request, error);
      throw error;
    }
    if (response.ok) return response;
    const error = await errorOf(response);
    if (error.status === 401) {
      const replay = () => checked(request, true);
      return session.unauthorized(request.url, error, { isRetry, csrfAtSend }, replay);
    }
    if (error.status === 422) logValidationError(request, error);
    throw error;
  }

  const client = createClient<paths>({ baseUrl: location.origin, fetch: send });
  return { client, session, send, forgetReads: () => deduplicator.reset() };
}

/** The body of a call that went well; a call that did not has thrown. */
export async function answerOf<T>(call: Promise<{ data?: T }>): Promise<T> {
  return (await call).data as T;
}

function reportNetworkError(request: Request, error: NetworkError): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks for this line in the log
  console.error(`Possible CORS or network trouble: ${request.method} ${request.url}`, error);
  window.dispatchEvent(
    new CustomEvent(networkErrorEvent, { detail: { url: request.url, method: request.method } }),
  );
}

function logValidationError(request: Request, error: ApiError): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks for this line in the log
  console.warn(`Validation error: ${request.method} ${request.url}`, error.message, error.fields);
}
