/** Whether something has come into sight, for what nobody needs before. */
import { type RefObject, useEffect, useState } from 'react';

/** Somewhat before it is on the screen. */
const ahead = '200px';

/** Once true it stays so; on paper everything is in sight; where nobody can tell, at once. */
export function useSeen(target: RefObject<Element | null>): boolean {
  const [isSeen, setIsSeen] = useState(!('IntersectionObserver' in window));
  useEffect(() => {
    if (isSeen || !target.current) return;
    const see = () => setIsSeen(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) see();
      },
      { rootMargin: ahead },
    );
    observer.observe(target.current);
    window.addEventListener('beforeprint', see);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', see);
    };
  }, [isSeen, target]);
  return isSeen;
}
