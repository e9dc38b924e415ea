/** The size of an element in CSS pixels, and the number of device pixels to draw for each. */
import { type RefObject, useEffect, useState } from 'react';
import type { CanvasSize } from './view.ts';

/** More would cost four times the work for a difference that is hard to see. */
const maxRatio = 2;

export function useCanvasSize(ref: RefObject<HTMLElement | null>): CanvasSize {
  const [size, setSize] = useState({ width: 0, height: 0, ratio: 1 });
  useEffect(() => {
    const element = ref.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize({ width, height, ratio: Math.min(maxRatio, window.devicePixelRatio || 1) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
