/** Suppresses the browser's install prompt; the help page offers it instead. */
import { useSyncExternalStore } from 'react';

interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

/** Must run at start, because the browser fires the event once. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => setOffer(null));
}

/** Opens the browser's install prompt; null where there is none. */
export function useInstall(): (() => void) | null {
  const current = useSyncExternalStore(subscribe, () => offer);
  if (!current) return null;
  return () => {
    // A prompt can be shown once.
    setOffer(null);
    void current.prompt();
  };
}

function setOffer(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
