/** What the calls of the contract send, and what they return. Addresses are those of the browser. */
import { beforeEach, expect, test } from 'vitest';
import { createContractClient } from './contractClient.ts';

let sent: Request[];
let answer: Response;

const client = createContractClient(async (request) => {
  sent.push(request);
  return answer.clone();
});

beforeEach(() => {
  sent = [];
  answer = Response.json({});
});

test('a query is encoded, and values that are not known are left out', async () => {
  const query = { input: 'São & Co', latitude: 52.5, longitude: undefined, session: null };
  await client.GET('/api/google-places/autocomplete', { params: { query: query as never } });
  const { pathname, searchParams } = new URL(sent[0]?.url ?? '');
  expect(pathname).toBe('/api/google-places/autocomplete');
  expect([...searchParams]).toEqual([
    ['input', 'São & Co'],
    ['latitude', '52.5'],
  ]);
  expect(sent[0]?.headers.get('content-type')).toBeNull();
});

test('a path parameter cannot leave its place in the address', async () => {
  await client.DELETE('/api/locations/{id}', { params: { path: { id: '../auth/me?x' } } });
  expect(sent[0]?.method).toBe('DELETE');
  expect(new URL(sent[0]?.url ?? '').pathname).toBe('/api/locations/..%2Fauth%2Fme%3Fx');
});

test('a body is sent as JSON, and headers as they are', async () => {
  await client.POST('/api/locations/permission', { body: { permission: 'ALWAYS' } });
  expect(sent[0]?.headers.get('content-type')).toBe('application/json');
  expect(await sent[0]?.json()).toEqual({ permission: 'ALWAYS' });
  const params = { header: { 'x-client-id': 'abc' } };
  await client.GET('/api/locations/history/anonymous', { params });
  expect(sent[1]?.headers.get('x-client-id')).toBe('abc');
});

test('an aborted caller aborts its request', async () => {
  const controller = new AbortController();
  await client.GET('/api/config', { signal: controller.signal });
  controller.abort();
  expect(sent[0]?.signal.aborted).toBe(true);
});

test('an answer without a body has no data', async () => {
  answer = new Response(null, { status: 204 });
  const { data } = await client.DELETE('/api/locations/history/clear');
  expect(data).toBeUndefined();
});
