/**
 * Waits until the worker that the page starts (`build/startAfterFirstPaint.js`) has loaded the data of languages, which
 * would otherwise block the page for 150 ms on a slow phone. Needed for the limit of 50 ms blocking time
 * (docs/benchmarks.md, "Pages"; decision 0085).
 */

/** A worker may be blocked, or its file not load. */
const maxWaitMs = 1_000;

export async function languagesLoaded(): Promise<void> {
  const { languagesLoaded: loading } = window as { languagesLoaded?: Promise<unknown> };
  if (!loading) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  await Promise.race([loading, timeout]);
}
