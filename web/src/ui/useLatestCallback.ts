/** A function that stays the same and calls the latest `callback`, so that a memoized component is not rendered for a new one. */
import { useCallback, useLayoutEffect, useRef } from 'react';

export function useLatestCallback<T>(callback: (value: T) => void): (value: T) => void {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((value) => latest.current(value), []);
}
