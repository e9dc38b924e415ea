/** Shows the API client's events as toasts, and navigates to the login after a logout. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { networkErrorEvent } from '../../api/client.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useNavigate } from '../../navigation/navigation.ts';
import { paths } from '../../paths.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { useToasts } from '../../ui/overlays/toasts.ts';
import { FailedWrites } from './FailedWrites.ts';

const networkToast = 'network';
/** What these pages show comes from the network; the others need it only for what the user sends. */
const networkPages: string[] = [
  paths.home,
  paths.locations,
  paths.profile,
  paths.settings,
  paths.notifications,
];

export function useSessionMessages(): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [failedWrites] = useState(() => new FailedWrites());
  // Until a request succeeds again, failed reads are reported once.
  const isReported = useRef(false);
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
  const reportNetwork = useEffectEvent(() => {
    if (toasts.toasts.some(({ id }) => id === networkToast)) return;
    // With the last toast closed, its writes are given up.
    failedWrites.clear();
    isReported.current = true;
    const onPress = () => {
      isReported.current = false;
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
  const noNetwork = useEffectEvent(() => {
    if (!isReported.current && networkPages.includes(location.pathname)) reportNetwork();
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
    const stopWatching = failedWrites.watch(queries.getMutationCache(), () => reportNetwork());
    const stopListening = queries.getQueryCache().subscribe((event) => {
      const action = event.type === 'updated' ? event.action : null;
      // Weather restored for offline use did not come from the network.
      if (action?.type === 'success' && !action.manual) isReported.current = false;
    });
    return () => {
      stopWatching();
      stopListening();
      for (const [name, listener] of entries) window.removeEventListener(name, listener);
    };
  }, [failedWrites, firstPath, queries]);
}
