/** Vibrates on selections and when a toast appears, with different patterns for success and failure. */
import { useEffect, useEffectEvent } from 'react';
import { useToasts } from '../ui/overlays/toasts.ts';
import { useHaptics } from './haptics.ts';

export function useTouchFeedback(): void {
  const haptic = useHaptics();
  const toasts = useToasts();
  const tick = useEffectEvent(() => haptic('selection'));
  const tickOnTab = useEffectEvent(({ target }: Event) => {
    if (target instanceof Element && target.closest('[role="tab"]')) haptic('selection');
  });
  const confirm = useEffectEvent((isError: boolean) => haptic(isError ? 'error' : 'success'));

  useEffect(() => {
    let known = new Set(toasts.toasts.map(({ id }) => id));
    const stop = toasts.subscribe(() => {
      const added = toasts.toasts.filter(({ id }) => !known.has(id));
      known = new Set(toasts.toasts.map(({ id }) => id));
      if (added.length > 0) confirm(added.some(({ isError }) => isError === true));
    });
    document.addEventListener('change', tick);
    document.addEventListener('click', tickOnTab);
    return () => {
      stop();
      document.removeEventListener('change', tick);
      document.removeEventListener('click', tickOnTab);
    };
  }, [toasts]);
}
