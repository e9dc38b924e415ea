/** The text of a failed call, for logs. */
import { expect, test } from 'vitest';
import { parseApiError } from './errors.ts';

// [R7.16]
test.each([
  ['its message', { message: 'Name is too long', error: 'Validation failed' }, 'Name is too long'],
  ['else its error', { error: 'Validation failed' }, 'Validation failed'],
  ['else a fixed text', {}, 'An error occurred'],
  ['also without our JSON', '<html>Bad gateway</html>', 'An error occurred'],
  ['also with other JSON', null, 'An error occurred'],
])('is the status and %s', async (_name, body, text) => {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const error = await parseApiError(new Response(sent, { status: 502 }));
  expect(error.message).toBe(`[502] ${text}`);
});
