/** Fetches a page's chunk when a pointer or the focus comes near a link to it. */
import { useEffect } from 'react';
import { preloadPage } from './pageChunks.tsx';

export function useLinkPreloading(): void {
  useEffect(() => {
    const preload = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a[href]') : null;
      if (link instanceof HTMLAnchorElement && link.origin === location.origin) {
        void preloadPage(link.pathname);
      }
    };
    document.addEventListener('pointerover', preload, { passive: true });
    document.addEventListener('focusin', preload);
    return () => {
      document.removeEventListener('pointerover', preload);
      document.removeEventListener('focusin', preload);
    };
  }, []);
}
