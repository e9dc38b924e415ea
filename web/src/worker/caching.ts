/** Keeps the page itself for times without a network: its files, and a shell that holds no person and no place. */
import { type FetchEvent, worker } from './scope.ts';

/** Put in by the build: the files of this version, and a name made from their content. */
declare const offlineFiles: { version: string; paths: string[] };

const cacheNames = 'halcyon-files-';
const ownCache = `${cacheNames}${offlineFiles.version}`;
const shell = '/index.html';
/** After this long the kept page is better than none. */
const pageLimitMs = 2_000;
/** This version and the one before, whose pages may still be open and fetch their parts. */
const keptVersions = 2;

export function startCaching(): void {
  // At once, because an open page finds its own files in the older cache all the same.
  worker.addEventListener('install', (event) =>
    event.waitUntil(keepFiles().then(() => worker.skipWaiting())),
  );
  worker.addEventListener('activate', (event) =>
    event.waitUntil(Promise.all([dropOldVersions(), askEarly(), worker.clients.claim()])),
  );
  worker.addEventListener('message', (event) => event.waitUntil(keepAlso(event.data)));
  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    // Calls are never kept here: what of a session outlives the network, the page itself decides.
    if (request.method !== 'GET' || origin !== worker.location.origin) return;
    if (/^\/(api|auth|health)\b/.test(pathname)) return;
    if (request.mode === 'navigate') event.respondWith(answerPage(event));
    else if (pathname.startsWith('/assets/')) event.respondWith(answerAsset(request));
    else if (offlineFiles.paths.includes(pathname)) event.respondWith(answerFile(request));
  });
}

async function keepFiles(): Promise<void> {
  const cache = await caches.open(ownCache);
  try {
    // Without credentials the server knows nobody to write into the shell.
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

/** What a page has loaded beside the list, such as the words of its language. */
async function keepAlso(message: unknown): Promise<void> {
  const { keep } = (message ?? {}) as { keep?: unknown };
  if (!Array.isArray(keep)) return;
  const cache = await caches.open(ownCache);
  for (const path of keep) {
    if (typeof path !== 'string' || !path.startsWith('/assets/')) continue;
    if (!(await caches.match(path))) await cache.add(path).catch(() => undefined);
  }
}

async function dropOldVersions(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cacheNames));
  const old = names.filter((name) => name !== ownCache).slice(0, 1 - keptVersions);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The browser asks for a page while the worker wakes up, instead of after it. */
async function askEarly(): Promise<void> {
  await worker.registration.navigationPreload?.enable();
}

/** The network's page, filled by the server, if it comes in time; it is never kept. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const fromNetwork = askForPage(event);
  const kept = await caches.match(shell, { cacheName: ownCache });
  if (!kept) return fromNetwork;
  const inTime = Promise.race([
    fromNetwork,
    new Promise<undefined>((resolve) => setTimeout(resolve, pageLimitMs)),
  ]);
  return inTime.then((page) => page ?? kept).catch(() => kept);
}

async function askForPage({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

/** Their names change with their content, so what is kept is right for ever. */
async function answerAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(ownCache);
    await cache.put(request.url, answer.clone());
  }
  return answer;
}

async function answerFile(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request.url, { cacheName: ownCache });
    if (kept) return kept;
    throw error;
  }
}
