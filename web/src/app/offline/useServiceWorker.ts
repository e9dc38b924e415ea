/** Registers the service worker after the page has loaded, and shows a toast when a new version is ready. */
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { onIdleAfterWindowLoad } from '../../scheduling/onIdleAfterWindowLoad.ts';
import { useToasts } from '../../ui/overlays/toasts.ts';

const workerPath = '/worker.js';
/** A page that stays open for days checks for a new version when its tab becomes visible again. */
const updateIntervalMs = 3_600_000;

export function useServiceWorker(): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const announceUpdate = useEffectEvent(() => {
    toasts.add({
      id: 'update',
      level: 'app',
      text: t('update.ready'),
      action: { label: t('update.reload'), onPress: () => location.reload() },
    });
  });
  useEffect(() => {
    // The development server serves no worker.
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
    return startWorker(navigator.serviceWorker, announceUpdate);
  }, []);
}

function startWorker(workers: ServiceWorkerContainer, announceUpdate: () => void): () => void {
  let checkedAt = Date.now();
  // The first worker ever is not an update.
  let hasController = workers.controller !== null;
  const handleChange = () => {
    if (hasController) announceUpdate();
    hasController = true;
  };
  const checkForUpdate = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < updateIntervalMs) return;
    checkedAt = Date.now();
    await (await workers.getRegistration())?.update().catch(() => undefined);
  };
  workers.addEventListener('controllerchange', handleChange);
  document.addEventListener('visibilitychange', checkForUpdate);
  const cancelRegistration = onIdleAfterWindowLoad(() => void register(workers));
  return () => {
    cancelRegistration();
    workers.removeEventListener('controllerchange', handleChange);
    document.removeEventListener('visibilitychange', checkForUpdate);
  };
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  try {
    await workers.register(workerPath);
    const { active } = await workers.ready;
    // Files that were loaded before the worker could cache them, such as the texts of this language.
    const keep = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(
        ({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'),
      )
      .map(({ pathname }) => pathname);
    active?.postMessage({ keep });
  } catch {
    // Rejected, for example in a private window: everything but the offline page works without it.
  }
}
