/** Route guards: pages for visitors, pages for signed-in users. Neither shows until the session is known. */
import { type ReactNode, useEffect, useState } from 'react';
import { useAuth, useSession } from '../../api/session/useSession.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Redirect, useLocation, useUrlQuery } from '../../navigation/navigation.ts';
import { loginPathFor, paths } from '../../paths.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { useToasts } from '../../ui/overlays/toasts.ts';
import { LoadingOverlay } from '../../ui/status/LoadingOverlay.tsx';
import { returnPath } from './returnPath.ts';

export function OnlySignedIn({ children }: { children: ReactNode }) {
  const { isAuthenticated, loading, error } = useAuth();
  const { pathname, search } = useLocation();
  const { t } = useTranslation();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (isAuthenticated && !wasSignedIn) setWasSignedIn(true);
  if (loading) return <LoadingOverlay label={t('app.loading')} />;
  if (error === 'profileUnavailable') return <ProfileUnavailable />;
  if (isAuthenticated) return children;
  // After an expired session the next login returns here; after a logout it does not.
  const hasLoggedOut = wasSignedIn && error === null;
  return <Redirect to={hasLoggedOut ? paths.login : loginPathFor(pathname + search)} />;
}

export function OnlyVisitors({ children }: { children: ReactNode }) {
  const { isAuthenticated, loading, error, user } = useAuth();
  const query = useUrlQuery();
  const { pathname } = useLocation();
  const { t } = useTranslation();
  if (loading) return <LoadingOverlay label={t('app.loading')} />;
  if (error === 'profileUnavailable') return <ProfileUnavailable />;
  if (isAuthenticated && user) {
    return (
      <>
        {pathname === paths.resetPassword && <ResetNeedsLogout />}
        <Redirect to={returnPath(query)} />
      </>
    );
  }
  return children;
}

/** A password reset needs a logout first. */
function ResetNeedsLogout() {
  const toasts = useToasts();
  const { t } = useTranslation();
  const text = t('auth.logoutBeforeReset');
  useEffect(() => {
    toasts.add({ id: 'logout-before-reset', level: 'app', text });
  }, [toasts, text]);
  return null;
}

function ProfileUnavailable() {
  const session = useSession();
  const { t } = useTranslation();
  return (
    <Page title={t('errors.profileUnavailable')}>
      <p role="alert">{t('errors.profileUnavailableNote')}</p>
      <Button onClick={() => session.retryProfile()}>{t('app.tryAgain')}</Button>
    </Page>
  );
}
