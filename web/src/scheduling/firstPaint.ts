/**
 * What the server renders into the page, the weather or a form; it is shown until the app's first commit replaces it.
 * Needed for the limits of 1.5 s largest paint and 0 layout shift (docs/benchmarks.md, "Pages"; decision 0085).
 */
import { useLayoutEffect } from 'react';

/** Removes the first paint in the same frame in which a page appears; while the app is still loading, it stays. */
export function useFirstPaintEnd(): void {
  useLayoutEffect(endFirstPaint, []);
}

export function endFirstPaint(): void {
  const painted = element();
  if (painted) beforeEnd?.(painted);
  painted?.remove();
}

let beforeEnd: ((painted: HTMLElement) => void) | undefined;

/** What has to be done with the first paint in the moment in which the app replaces it. */
export function onFirstPaintEnd(action: (painted: HTMLElement) => void): void {
  beforeEnd = action;
}

/** Whether a user may have typed into it or pressed something. */
export function hasControls(): boolean {
  return Boolean(element()?.querySelector('button'));
}

/** True until the app's first commit. */
export function isFirstPaintShown(): boolean {
  return element() !== null;
}

function element(): HTMLElement | null {
  return document.getElementById('first-paint');
}
