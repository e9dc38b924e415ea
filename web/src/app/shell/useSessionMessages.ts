/** Shows the API client's events as toasts, and navigates to the login after a logout. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { networkErrorEvent } from '../../api/client.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useNavigate } from '../../navigation/navigation.ts';
import { paths } from '../../paths.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { useToasts } from '../../ui/overlays/toasts.ts';
import { FailedWrites } from './FailedWrites.ts';

const networkToast = 'network';

export function useSessionMessages(): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [failedWrites] = useState(() => new FailedWrites());
  // Read before the guard of the profile redirects to the login.
  const [firstPath] = useState(location.pathname);

  const welcome = useEffectEvent((event: Event) => {
    const { firstName } = (event as CustomEvent<{ firstName: string }>).detail;
    const name = firstName || t('session.defaultName');
    toasts.add({ id: 'session', level: 'session', text: t('session.welcome', { name }) });
  });
  const goodbye = useEffectEvent(() => {
    toasts.add({ id: 'session', level: 'session', text: t('session.loggedOut') });
    navigate(paths.login);
  });
  const expiredAt = useEffectEvent((path: string) => {
    // The profile page has its own message for actions that need a login.
    const text = path === paths.profile ? 'profile.authenticationRequired' : 'session.expired';
    toasts.add({ id: 'session', level: 'session', text: t(text) });
  });
  const noNetwork = useEffectEvent(() => {
    // With the last toast closed, its writes are given up.
    if (!toasts.toasts.some(({ id }) => id === networkToast)) failedWrites.clear();
    const onPress = () => {
      failedWrites.retry();
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0,
      });
    };
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
      expiredAt(firstPath);
    }
    const expired = () => expiredAt(location.pathname);
    const listeners = {
      'auth:login': welcome,
      'auth:logout': goodbye,
      'auth:token_expired': expired,
      'auth:force_logout': expired,
      [networkErrorEvent]: noNetwork,
    };
    const entries = Object.entries(listeners);
    for (const [name, listener] of entries) window.addEventListener(name, listener);
    const stopWatching = failedWrites.watch(queries.getMutationCache());
    return () => {
      stopWatching();
      for (const [name, listener] of entries) window.removeEventListener(name, listener);
    };
  }, [failedWrites, firstPath, queries]);
}
