/** The effective accessibility settings: the user's choice, else the system's preference, else the default. */
import { useMemo, useSyncExternalStore } from 'react';
import { type AccessibilitySettings, defaultAccessibility } from './accessibility.ts';
import { readStored, writeStored } from './store.ts';
import { useStored } from './useStored.ts';

type SystemPreferences = Pick<AccessibilitySettings, 'highContrastMode' | 'reducedMotion'>;

const systemQueries: Record<keyof SystemPreferences, string> = {
  highContrastMode: '(prefers-contrast: more)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
};

export function readAccessibility(): AccessibilitySettings {
  return inForce(readStored('accessibility'), systemPreferences());
}

export function useAccessibility(): [
  AccessibilitySettings,
  (change: Partial<AccessibilitySettings>) => void,
] {
  const [chosen] = useStored('accessibility');
  // A string, because a new object on each call would cause an endless loop of renders.
  const system = useSyncExternalStore(subscribeSystem, () => JSON.stringify(systemPreferences()));
  const change = (next: Partial<AccessibilitySettings>) =>
    writeStored('accessibility', { ...readStored('accessibility'), ...next });
  return [useMemo(() => inForce(chosen, JSON.parse(system)), [chosen, system]), change];
}

/** Back to the settings of a first visit. All values are written, because the account keeps any that are not sent. */
export function resetAccessibility(): void {
  writeStored('accessibility', inForce({}, systemPreferences()));
}

function inForce(chosen: Partial<AccessibilitySettings>, system: SystemPreferences) {
  return { ...defaultAccessibility, ...system, ...chosen };
}

function systemPreferences(): SystemPreferences {
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
