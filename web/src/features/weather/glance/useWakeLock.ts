/** Keeps the screen on while the page is visible, where the browser allows it. */
import { useEffect } from 'react';

export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isGone = false;
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      // The browser releases it whenever the page is hidden, and refuses it on low battery.
      const acquired = await navigator.wakeLock.request('screen').catch(() => null);
      if (isGone) void acquired?.release();
      else lock = acquired;
    };
    const reacquire = () => void acquire();
    void acquire();
    document.addEventListener('visibilitychange', reacquire);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', reacquire);
      void lock?.release();
    };
  }, []);
}
