/** Turns what the client reports into what people see: toasts, and the way to the login after a logout. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { networkErrorEvent } from '../../api/client.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { useToasts } from '../../ui/overlays/toasts.ts';

const networkToast = 'network';

export function useSessionMessages(): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const navigate = useNavigate();
  const queries = useQueryClient();

  const welcome = useEffectEvent((event: Event) => {
    const { firstName } = (event as CustomEvent<{ firstName: string }>).detail;
    const name = firstName || t('session.defaultName');
    toasts.add({ id: 'session', level: 'session', text: t('session.welcome', { name }) });
  });
  const goodbye = useEffectEvent(() => {
    toasts.add({ id: 'session', level: 'session', text: t('session.loggedOut') });
    navigate(paths.login);
  });
  const expired = useEffectEvent(() => {
    toasts.add({ id: 'session', level: 'session', text: t('session.expired') });
  });
  const credentialsGone = useEffectEvent(() => {
    // The profile has words of its own for an action that nobody is signed in for.
    if (location.pathname !== paths.profile) return expired();
    toasts.add({ id: 'session', level: 'session', text: t('profile.authenticationRequired') });
  });
  const noNetwork = useEffectEvent((event: Event) => {
    const { method = 'GET' } = (event as CustomEvent<{ method?: string } | null>).detail ?? {};
    if (!navigator.onLine && method !== 'GET') {
      // Nothing is sent later behind the person's back: the form still holds what they wrote.
      toasts.add({ id: 'refused', level: 'app', isError: true, text: t('offline.refused') });
      return;
    }
    const onPress = () =>
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0,
      });
    toasts.add({
      id: networkToast,
      level: 'app',
      isError: true,
      text: t('errors.network'),
      action: { label: t('app.retry'), onPress },
    });
  });

  useEffect(() => {
    // Kept over the reload that a refused refresh brings.
    if (readStored('sessionExpired')) {
      writeStored('sessionExpired', false);
      expired();
    }
    const listeners = {
      'auth:login': welcome,
      'auth:logout': goodbye,
      'auth:token_expired': credentialsGone,
      'auth:force_logout': expired,
      [networkErrorEvent]: noNetwork,
    };
    const entries = Object.entries(listeners);
    for (const [name, listener] of entries) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener);
    };
  }, []);
}
