/** Work that may wait until the page has nothing else to do. */

/** Chromium may not call an idle page for a minute once its motion has ended: then it is time all the same. */
const longestWaitMs = 2_000;

/** Returns the way out. */
export function onIdle(work: () => void, withinMs = longestWaitMs): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, withinMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}
