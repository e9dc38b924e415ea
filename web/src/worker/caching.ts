/** Caches the app's files for offline use, and a page without user data. */
import { type FetchEvent, worker } from './scope.ts';

/** Inserted by the build: the files of this version, and a hash of their content. */
declare const offlineFiles: { version: string; paths: string[] };

const cachePrefix = 'halcyon-files-';
const ownCache = `${cachePrefix}${offlineFiles.version}`;
const shell = '/index.html';
/** After this time the cached page is shown instead of waiting longer. */
const pageTimeoutMs = 2_000;
/** This version and the previous one, whose pages may still be open and load further chunks. */
const keptVersions = 2;

export function startCaching(): void {
  // Take over at once: open pages still find their files in the older cache (decision 0082).
  worker.addEventListener('install', (event) =>
    event.waitUntil(cacheFiles().then(() => worker.skipWaiting())),
  );
  worker.addEventListener('activate', (event) =>
    event.waitUntil(
      Promise.all([deleteOldVersions(), setNavigationPreload(), worker.clients.claim()]),
    ),
  );
  worker.addEventListener('message', (event) => event.waitUntil(cacheLoadedFiles(event.data)));
  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    // API responses are never cached here: the page decides what may be shown offline.
    if (request.method !== 'GET' || origin !== worker.location.origin) return;
    if (/^\/(api|auth|health|embed)\b/.test(pathname)) return;
    if (request.mode === 'navigate') {
      if (isPage(pathname)) event.respondWith(respondWithPage(event));
      return;
    }
    if (pathname.startsWith('/assets/')) event.respondWith(respondWithAsset(request));
    else if (offlineFiles.paths.includes(pathname)) event.respondWith(respondWithFile(request));
  });
}

/** A file that is opened by its address, such as the notices, has no place in the app: the browser fetches it. */
function isPage(pathname: string): boolean {
  return pathname === shell || !/\.[^/]*$/.test(pathname);
}

async function cacheFiles(): Promise<void> {
  const cache = await caches.open(ownCache);
  try {
    // Without credentials the server puts no user data into the page.
    const fresh = (path: string) =>
      new Request(path, path.startsWith('/assets/') ? {} : { cache: 'no-cache' });
    await cache.addAll(
      offlineFiles.paths.map((path) => new Request(fresh(path), { credentials: 'omit' })),
    );
  } catch (error) {
    await caches.delete(ownCache);
    throw error;
  }
}

/** Caches files a page has loaded that are not in the list, such as the texts of its language. */
async function cacheLoadedFiles(message: unknown): Promise<void> {
  const { keep } = (message ?? {}) as { keep?: unknown };
  if (!Array.isArray(keep)) return;
  const cache = await caches.open(ownCache);
  for (const path of keep) {
    if (typeof path !== 'string' || !path.startsWith('/assets/')) continue;
    if (!(await caches.match(path))) await cache.add(path).catch(() => undefined);
  }
}

async function deleteOldVersions(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
  const old = names.filter((name) => name !== ownCache).slice(0, 1 - keptVersions);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/**
 * Lets the browser request a page while the worker starts, not after it. Not in Firefox, where a navigation whose
 * preload fails shows the browser's error page whatever the worker responds, so nothing would open offline.
 */
async function setNavigationPreload(): Promise<void> {
  const { navigationPreload } = worker.registration;
  // Disabled explicitly, because the browser keeps what an earlier version has set.
  if (navigator.userAgent.includes('Firefox/')) await navigationPreload?.disable();
  else await navigationPreload?.enable();
}

/** The page from the network if it arrives in time, otherwise the cached one. Network pages are never cached. */
async function respondWithPage(event: FetchEvent): Promise<Response> {
  const fromNetwork = fetchPage(event);
  const cached = await caches.match(shell, { cacheName: ownCache });
  if (!cached) return fromNetwork;
  const inTime = Promise.race([
    fromNetwork,
    new Promise<undefined>((resolve) => setTimeout(resolve, pageTimeoutMs)),
  ]);
  return inTime.then((page) => page ?? cached).catch(() => cached);
}

async function fetchPage({ preloadResponse, request }: FetchEvent): Promise<Response> {
  // A failed preload means that there is no network: asking again would only delay the cached page.
  return (await preloadResponse) ?? fetch(request);
}

/** File names contain a content hash, so cached files never become stale. */
async function respondWithAsset(request: Request): Promise<Response> {
  const cached = await caches.match(request.url);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(ownCache);
    await cache.put(request.url, response.clone());
  }
  return response;
}

async function respondWithFile(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(request.url, { cacheName: ownCache });
    if (cached) return cached;
    throw error;
  }
}
