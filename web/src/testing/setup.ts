/** What every test stands on: matchers, the network's edge, a clean browser between tests. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { network } from './network.ts';

// A lazy page's first import compiles it, which takes long while the server is being built beside.
configure({ asyncUtilTimeout: 45_000 });

beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));

// jsdom knows no media queries.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;

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
    // biome-ignore lint/suspicious/noDocumentCookie: the way a page expires a cookie
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  }
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

afterAll(() => network.close());
