/** Set-up of every test: matchers, stubbed network, and a clean browser between tests. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { network } from './network.ts';
import { endTimers, trackTimers } from './timers.ts';

// The first import of a lazy page compiles it, which is slow while the server is being built in parallel.
configure({ asyncUtilTimeout: 45_000 });

trackTimers();
// Registered first, so that it runs after all other clean-up.
afterAll(endTimers);

beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));

// jsdom does not support media queries.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;

// No region, so that formats are those of the language and no units are suggested.
Object.defineProperty(navigator, 'languages', { configurable: true, get: () => ['en'] });

beforeEach(() => {
  // jsdom cannot scroll.
  vi.stubGlobal('scrollTo', () => undefined);
});

afterEach(() => {
  cleanup();
  network.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: deletes a cookie
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  }
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

afterAll(() => network.close());
