/** Registers the service worker once the page has come to rest, and says when a new version of the page is ready. */
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { onIdle } from '../../scheduling/onIdle.ts';
import { useToasts } from '../../ui/overlays/toasts.ts';

const workerPath = '/worker.js';
/** A page that stays open for days looks for a new version by itself, when somebody comes back to it. */
const lookAgainMs = 3_600_000;

export function useServiceWorker(): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const announce = useEffectEvent(() => {
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
    return startWorker(navigator.serviceWorker, announce);
  }, []);
}

function startWorker(workers: ServiceWorkerContainer, announce: () => void): () => void {
  let lookedAt = Date.now();
  // The first worker ever replaces nothing.
  let isReplaced = workers.controller !== null;
  const handleChange = () => {
    if (isReplaced) announce();
    isReplaced = true;
  };
  const lookAgain = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < lookAgainMs) return;
    lookedAt = Date.now();
    await (await workers.getRegistration())?.update().catch(() => undefined);
  };
  workers.addEventListener('controllerchange', handleChange);
  document.addEventListener('visibilitychange', lookAgain);
  const rest = whenLoaded(() => void register(workers));
  return () => {
    rest();
    workers.removeEventListener('controllerchange', handleChange);
    document.removeEventListener('visibilitychange', lookAgain);
  };
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  try {
    await workers.register(workerPath);
    const { active } = await workers.ready;
    // The words of this language and whatever else was loaded before the worker could see it.
    const keep = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(
        ({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'),
      )
      .map(({ pathname }) => pathname);
    active?.postMessage({ keep });
  } catch {
    // Refused, as in a private window: everything but the offline page works without.
  }
}

function whenLoaded(work: () => void): () => void {
  const idle = () => onIdle(work);
  if (document.readyState === 'complete') return idle();
  window.addEventListener('load', idle, { once: true });
  return () => window.removeEventListener('load', idle);
}
