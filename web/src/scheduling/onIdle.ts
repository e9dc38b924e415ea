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

/** For downloads that must not compete with those of the page itself. Returns a function that cancels it. */
export function onIdleAfterWindowLoad(work: () => void): () => void {
  if (document.readyState === 'complete') return onIdle(work);
  let cancel = () => {};
  const schedule = () => {
    cancel = onIdle(work);
  };
  window.addEventListener('load', schedule, { once: true });
  return () => {
    window.removeEventListener('load', schedule);
    cancel();
  };
}
