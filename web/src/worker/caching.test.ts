/** The service worker's responses to navigations, with and without a network. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const shellText = 'cached page';
const files = { version: 'v1', paths: ['/index.html'] };
let listeners: Map<string, (event: object) => void>;
let preload: { enable: () => Promise<void>; disable: () => Promise<void> };

/** The worker's globals, as far as jsdom has none. */
async function startWorker(userAgent: string) {
  listeners = new Map();
  preload = { enable: vi.fn(async () => undefined), disable: vi.fn(async () => undefined) };
  vi.stubGlobal('offlineFiles', files);
  vi.stubGlobal('registration', { navigationPreload: preload });
  vi.stubGlobal('clients', { claim: async () => undefined });
  vi.stubGlobal('navigator', { userAgent });
  vi.stubGlobal('caches', {
    keys: async () => [],
    match: async () => new Response(shellText),
  });
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) =>
    listeners.set(name, listener),
  );
  vi.resetModules();
  const { startCaching } = await import('./caching.ts');
  startCaching();
}

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

async function activate() {
  const work: Promise<unknown>[] = [];
  listeners.get('activate')?.({ waitUntil: (one: Promise<unknown>) => work.push(one) });
  await Promise.all(work);
}

/** Opens a page; `preloadResponse` is what the browser has requested by itself. */
function navigate(preloadResponse: Promise<Response | undefined>): Promise<Response> {
  return new Promise((respondWith) => open('/help', preloadResponse, respondWith));
}

function open(
  path: string,
  preloadResponse: Promise<Response | undefined>,
  respondWith: (response: Promise<Response>) => void,
) {
  const request = Object.defineProperty(new Request(`${location.origin}${path}`), 'mode', {
    value: 'navigate',
  });
  listeners.get('fetch')?.({ request, preloadResponse, respondWith });
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'));

afterEach(() => vi.unstubAllGlobals());

describe('navigation preload', () => {
  test.each([
    ['is used in Chromium', chrome, 1, 0],
    ['is turned off in Firefox, also where an earlier version has turned it on', firefox, 0, 1],
  ])('%s', async (_name, userAgent, enabled, disabled) => {
    await startWorker(userAgent);
    await activate();
    expect(preload.enable).toHaveBeenCalledTimes(enabled);
    expect(preload.disable).toHaveBeenCalledTimes(disabled);
  });
});

describe.each([chrome, firefox])('a navigation in %s', (userAgent) => {
  beforeEach(() => startWorker(userAgent));

  test('without a network opens the cached page', async () => {
    vi.stubGlobal('fetch', offline);
    expect(await (await navigate(Promise.resolve(undefined))).text()).toBe(shellText);
    expect(await (await navigate(offline())).text()).toBe(shellText);
  });

  test('whose preload has failed opens the cached page and asks no second time', async () => {
    vi.stubGlobal('fetch', async () => new Response('from the network'));
    expect(await (await navigate(offline())).text()).toBe(shellText);
  });

  test('shows the preloaded page', async () => {
    vi.stubGlobal('fetch', offline);
    const page = new Response('preloaded');
    expect(await (await navigate(Promise.resolve(page))).text()).toBe('preloaded');
  });

  test('to a file or an embed is left to the browser', () => {
    const respondWith = vi.fn();
    open('/third-party-notices.txt', Promise.resolve(undefined), respondWith);
    open('/embed?lat=52.5&lon=13.4', Promise.resolve(undefined), respondWith);
    expect(respondWith).not.toHaveBeenCalled();
    open('/map?lat=52.5', offline(), respondWith);
    expect(respondWith).toHaveBeenCalledOnce();
  });

  test('that takes longer than two seconds shows the cached page', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    let text = '';
    void navigate(Promise.resolve(undefined)).then(async (page) => {
      text = await page.text();
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(text).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(text).toBe(shellText);
  });
});
