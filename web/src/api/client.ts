/** The API client: typed by the contract, refreshes tokens. It reports errors; the app decides what is shown. */
import { type ApiClient, createContractClient } from './contractClient.ts';
import { type ApiError, NetworkError, parseApiError } from './errors.ts';
import { RequestDeduplicator } from './requestDeduplicator.ts';
import type { components } from './schema.d.ts';
import { sendRequest } from './sendRequest.ts';
import { csrfAccessCookie, readCookie } from './session/credentials.ts';
import { Session } from './session/Session.ts';

export type { ApiClient };

/** Fired on the window when a request failed without a response. */
export const networkErrorEvent = 'api:network_error';

interface Api {
  client: ApiClient;
  session: Session;
  /** Sends any request with the same error handling and token refresh as the typed client. */
  send: (request: Request) => Promise<Response>;
  /** Call when the data may have changed elsewhere: the next read is sent even if an identical one is in flight. */
  forgetReads: () => void;
}

interface ApiDeps {
  reload: () => void;
  /** Goes to a page of another site. */
  leave?: (url: string) => void;
  resetLocations: () => void;
  /** The signed-in user, as sent by the server with the page. */
  known?: components['schemas']['CurrentUserResponse'] | null | undefined;
}

export function createApi(deps: ApiDeps): Api {
  const deduplicator = new RequestDeduplicator();
  const session = new Session({ ...deps, send });

  async function send(request: Request): Promise<Response> {
    return sendChecked(request, false);
  }

  async function sendChecked(request: Request, isRetry: boolean): Promise<Response> {
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
    const error = await parseApiError(response);
    if (error.status === 401) {
      const replay = () => sendChecked(request, true);
      return session.unauthorized(request.url, error, { isRetry, csrfAtSend }, replay);
    }
    if (error.status === 422) logValidationError(request, error);
    throw error;
  }

  return {
    client: createContractClient(send),
    session,
    send,
    forgetReads: () => deduplicator.reset(),
  };
}

/** The body of a successful call; a failed one has thrown. */
export async function responseData<T>(call: Promise<{ data?: T }>): Promise<T> {
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
