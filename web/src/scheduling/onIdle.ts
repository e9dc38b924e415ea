/**
 * Runs work when the browser is idle.
 * Needed for the limit of 50 ms blocking time (docs/benchmarks.md, "Pages"; decision 0086).
 */

/** Chromium may not report an idle period for a minute after the last animation, so there is a time-out. */
const maxWaitMs = 2_000;

/** Returns a function that cancels it. */
export function onIdle(work: () => void, withinMs = maxWaitMs): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, withinMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}
