/** Sends the calls of the contract. Only the types are openapi-fetch's: its code supports far more than the contract uses. */
import type { Client } from 'openapi-fetch';
import type { paths } from './schema.d.ts';

export type ApiClient = Pick<Client<paths>, 'GET' | 'POST' | 'PUT' | 'DELETE'>;

interface CallOptions {
  params?: {
    path?: Record<string, string>;
    /** Values that are undefined or null are left out. */
    query?: Record<string, unknown>;
    header?: Record<string, string>;
  };
  body?: unknown;
  signal?: AbortSignal;
}

/** `send` rejects when the call has failed. */
export function createContractClient(send: (request: Request) => Promise<Response>): ApiClient {
  const method =
    (name: string) =>
    async (path: string, options: CallOptions = {}) => {
      const response = await send(requestOf(name, path, options));
      const text = await response.text();
      return { response, data: text ? JSON.parse(text) : undefined };
    };
  const methods = {
    GET: method('GET'),
    POST: method('POST'),
    PUT: method('PUT'),
    DELETE: method('DELETE'),
  };
  return methods as unknown as ApiClient;
}

function requestOf(method: string, path: string, { params, body, signal }: CallOptions): Request {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(params?.path?.[name] ?? ''),
  );
  const url = new URL(filled, location.origin);
  for (const [name, value] of Object.entries(params?.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  const headers = new Headers(params?.header);
  if (body === undefined) return new Request(url, { method, headers, signal: signal ?? null });
  headers.set('Content-Type', 'application/json');
  return new Request(url, { method, headers, signal: signal ?? null, body: JSON.stringify(body) });
}
