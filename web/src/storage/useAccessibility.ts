/** The accessibility settings in force: what the person chose, else what the system asks for, else the default. */
import { useMemo, useSyncExternalStore } from 'react';
import { type AccessibilitySettings, defaultAccessibility } from './accessibility.ts';
import { readStored, subscribeStored, writeStored } from './store.ts';

type SystemWishes = Pick<AccessibilitySettings, 'highContrastMode' | 'reducedMotion'>;

const systemQueries: Record<keyof SystemWishes, string> = {
  highContrastMode: '(prefers-contrast: more)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
};

export function readAccessibility(): AccessibilitySettings {
  return inForce(readStored('accessibility'), systemWishes());
}

export function useAccessibility(): [
  AccessibilitySettings,
  (change: Partial<AccessibilitySettings>) => void,
] {
  const chosen = useSyncExternalStore(subscribeStored, () => readStored('accessibility'));
  // A string, because a new object each time would never come to rest.
  const wishes = useSyncExternalStore(subscribeSystem, () => JSON.stringify(systemWishes()));
  const change = (next: Partial<AccessibilitySettings>) =>
    writeStored('accessibility', { ...readStored('accessibility'), ...next });
  return [useMemo(() => inForce(chosen, JSON.parse(wishes)), [chosen, wishes]), change];
}

/** As on a first visit. Written out, because an account keeps what it is not told anew. */
export function resetAccessibility(): void {
  writeStored('accessibility', inForce({}, systemWishes()));
}

function inForce(chosen: Partial<AccessibilitySettings>, wishes: SystemWishes) {
  return { ...defaultAccessibility, ...wishes, ...chosen };
}

function systemWishes(): SystemWishes {
  return {
    highContrastMode: matchMedia(systemQueries.highContrastMode).matches,
    reducedMotion: matchMedia(systemQueries.reducedMotion).matches,
  };
}

function subscribeSystem(listener: () => void): () => void {
  const queries = Object.values(systemQueries).map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}
