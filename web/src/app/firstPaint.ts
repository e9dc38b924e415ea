/** What the server painted goes in the same moment as the page stands in its place. */
import { useLayoutEffect } from 'react';

export function useFirstPaintEnd(): void {
  useLayoutEffect(endFirstPaint, []);
}

export function endFirstPaint(): void {
  document.getElementById('first-paint')?.remove();
}
