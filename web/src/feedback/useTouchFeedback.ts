/** Lets every choice be felt: a tick for a selection, a pattern of its own for success and for failure. */
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
  const tell = useEffectEvent((isError: boolean) => haptic(isError ? 'error' : 'success'));

  useEffect(() => {
    let felt = new Set(toasts.toasts.map(({ id }) => id));
    const stop = toasts.subscribe(() => {
      const added = toasts.toasts.filter(({ id }) => !felt.has(id));
      felt = new Set(toasts.toasts.map(({ id }) => id));
      if (added.length > 0) tell(added.some(({ isError }) => isError === true));
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
