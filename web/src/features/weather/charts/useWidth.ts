/** The measured width of an element, so that an SVG can be drawn in pixels and its text is not scaled. */
import { useLayoutEffect, useRef, useState } from 'react';

export function useWidth<E extends Element>(beforeLayout: number) {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(beforeLayout);
  useLayoutEffect(() => {
    const element = ref.current;
    // jsdom has neither layout nor ResizeObserver.
    if (!element || !('ResizeObserver' in window)) return;
    setWidth(element.getBoundingClientRect().width);
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
