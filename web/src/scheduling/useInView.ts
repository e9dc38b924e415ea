/**
 * Whether an element has come near the visible part of the page, for content that is expensive to render.
 * Needed for the limit of 50 ms blocking time (docs/benchmarks.md, "Pages"; decision 0086).
 */
import { useCallback, useState } from 'react';

/** Slightly before the element is visible. */
const rootMargin = '200px';

/** Pass `ref` to the element. Once true it stays true; it is also true for printing and in browsers without the API. */
export function useInView() {
  const [isInView, setIsInView] = useState(!('IntersectionObserver' in window));
  const ref = useCallback(
    (element: Element | null) => {
      if (isInView || !element) return;
      const show = () => setIsInView(true);
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) show();
        },
        { rootMargin },
      );
      observer.observe(element);
      window.addEventListener('beforeprint', show);
      return () => {
        observer.disconnect();
        window.removeEventListener('beforeprint', show);
      };
    },
    [isInView],
  );
  return { ref, isInView };
}
