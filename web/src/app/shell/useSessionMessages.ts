/** Shows the API client's events as toasts, and navigates to the login after a logout. */
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
    // The profile page has its own message for actions that need a login.
    if (location.pathname !== paths.profile) return expired();
    toasts.add({ id: 'session', level: 'session', text: t('profile.authenticationRequired') });
  });
  const noNetwork = useEffectEvent((event: Event) => {
    const { method = 'GET' } = (event as CustomEvent<{ method?: string } | null>).detail ?? {};
    if (!navigator.onLine && method !== 'GET') {
      // Changes are not queued for later; the form keeps its content.
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
    // Stored before the reload that follows a rejected refresh.
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
