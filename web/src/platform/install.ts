/** The browser's offer to install the page as an app: kept quiet, and made when somebody asks for it. */
import { useSyncExternalStore } from 'react';

interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

/** From the start, because the browser makes its offer once. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => setOffer(null));
}

/** Opens the browser's own question; null where there is none to open. */
export function useInstall(): (() => void) | null {
  const current = useSyncExternalStore(subscribe, () => offer);
  if (!current) return null;
  return () => {
    // An offer can be taken up once.
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
