/** Moves the focus to what has replaced the button that the user pressed. */
import { useLayoutEffect, useRef } from 'react';

export function useFocusOnMount<T extends HTMLElement>(isOn = true) {
  const element = useRef<T>(null);
  // With the element itself, so that the focus is never on neither of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    if (isOn) element.current?.focus();
  }, []);
  return element;
}
