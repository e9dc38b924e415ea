/** The id of a visitor. */
import { expect, test, vi } from 'vitest';
import { visitorId } from './visitor.ts';

test('a site without https, where browsers have no randomUUID, gives a visitor an id of the same form', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const id = visitorId();
  vi.unstubAllGlobals();
  // RFC 9562, section 5.4: version 4, variant 1.
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(visitorId()).toBe(id);
});
