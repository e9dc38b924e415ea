/** Fetches a page's script when the pointer or the focus reaches a link to it, so that most pages open without a spinner. */
import { useEffect } from 'react';

export function useLinkPreloading(preload: (pathname: string) => void): void {
  useEffect(() => {
    const handleReach = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a[href]') : null;
      if (link instanceof HTMLAnchorElement && link.origin === location.origin) {
        preload(link.pathname);
      }
    };
    document.addEventListener('pointerover', handleReach, { passive: true });
    document.addEventListener('focusin', handleReach);
    return () => {
      document.removeEventListener('pointerover', handleReach);
      document.removeEventListener('focusin', handleReach);
    };
  }, [preload]);
}
