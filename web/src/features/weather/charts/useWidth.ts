/** An element's width as it is laid out, so that a chart is drawn crisp and its text keeps its size. */
import { useLayoutEffect, useRef, useState } from 'react';

export function useWidth<E extends Element>(beforeLayout: number) {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(beforeLayout);
  useLayoutEffect(() => {
    const element = ref.current;
    // jsdom lays nothing out and knows no observer.
    if (!element || !('ResizeObserver' in window)) return;
    setWidth(element.getBoundingClientRect().width);
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
