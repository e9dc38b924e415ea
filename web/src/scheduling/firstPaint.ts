/**
 * The weather that the server renders into the page; it is shown until the app's first commit replaces it.
 * Needed for the limits of 1.5 s largest paint and 0 layout shift (docs/benchmarks.md, "Pages"; decision 0085).
 */
import { useLayoutEffect } from 'react';

/** Removes the first paint in the same frame in which the app appears. */
export function useFirstPaintEnd(): void {
  useLayoutEffect(endFirstPaint, []);
}

export function endFirstPaint(): void {
  element()?.remove();
}

/** True until the app's first commit. */
export function isFirstPaintShown(): boolean {
  return element() !== null;
}

function element(): HTMLElement | null {
  return document.getElementById('first-paint');
}
