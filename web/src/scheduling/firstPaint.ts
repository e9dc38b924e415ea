/** What the server painted stands until the page is there in its place. */
import { useLayoutEffect } from 'react';

/** It goes in the same moment as the page stands in its place. */
export function useFirstPaintEnd(): void {
  useLayoutEffect(endFirstPaint, []);
}

export function endFirstPaint(): void {
  element()?.remove();
}

/** True until the page's own first commit. */
export function isFirstPaintShown(): boolean {
  return element() !== null;
}

function element(): HTMLElement | null {
  return document.getElementById('first-paint');
}
