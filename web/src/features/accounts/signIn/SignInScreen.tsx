/** Log in or make an account: one screen that toggles, carrying the e-mail over. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useApi } from '../../../api/ApiContext.ts';
import { configQuery } from '../../../api/config.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import { ForgotPassword } from '../ForgotPassword.tsx';
import { ProviderSignIn } from '../providers/ProviderSignIn.tsx';
import { LoginForm } from './LoginForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import styles from './SignInScreen.module.css';

interface SignInScreenProps {
  mode: 'login' | 'register';
  /** What stands below, as soon as it is known where that is. */
  children: ReactNode;
}

export function SignInScreen({ mode, children }: SignInScreenProps) {
  const { t } = useTranslation();
  const { search, state } = useLocation();
  const { isLoading } = useQuery(configQuery(useApi()));
  const carried = carriedEmail(state);
  const [email, setEmail] = useState(carried);
  const way = (to: string, text: string) => (
    <NavLink to={to + search} state={{ email }} replace className={styles.way}>
      {text}
    </NavLink>
  );
  // Which buttons there are is known before anything shows, so that nothing jumps.
  if (isLoading) return <Skeleton height="24rem" />;
  return (
    <>
      <Card>
        <Stack>
          <nav aria-label={t('auth.toggle.label')} className={styles.ways}>
            {way(paths.login, t('auth.form.login'))}
            {way(paths.register, t('auth.form.register'))}
          </nav>
          <ProviderSignIn />
          {mode === 'login' ? (
            <>
              <LoginForm email={carried} onEmailChange={setEmail} />
              <ForgotPassword label={t('auth.forgot.open')} email={email} />
            </>
          ) : (
            <RegisterForm email={carried} onEmailChange={setEmail} />
          )}
        </Stack>
      </Card>
      {children}
    </>
  );
}

function carriedEmail(state: unknown): string {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : '';
}
