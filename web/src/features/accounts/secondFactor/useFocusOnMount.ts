/** Moves the focus to what has replaced the button that the user pressed. */
import { useEffect, useRef } from 'react';

export function useFocusOnMount<T extends HTMLElement>(isOn = true) {
  const element = useRef<T>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isOn) element.current?.focus();
  }, []);
  return element;
}
