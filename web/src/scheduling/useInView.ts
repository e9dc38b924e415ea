/** Whether something has come into sight, for what nobody needs before. */
import { useCallback, useState } from 'react';

/** Somewhat before it is on the screen. */
const ahead = '200px';

/** For the `ref` of the element. Once seen it stays so; on paper everything is in sight; where nobody can tell, at once. */
export function useInView() {
  const [isInView, setIsInView] = useState(!('IntersectionObserver' in window));
  const ref = useCallback(
    (element: Element | null) => {
      if (isInView || !element) return;
      const see = () => setIsInView(true);
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) see();
        },
        { rootMargin: ahead },
      );
      observer.observe(element);
      window.addEventListener('beforeprint', see);
      return () => {
        observer.disconnect();
        window.removeEventListener('beforeprint', see);
      };
    },
    [isInView],
  );
  return { ref, isInView };
}
