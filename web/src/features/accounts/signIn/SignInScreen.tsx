/** Log in or create an account: one screen that toggles and keeps the e-mail address. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import { configQuery } from '../../../api/config.ts';
import type { components } from '../../../api/schema.d.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useLocation } from '../../../navigation/navigation.ts';
import { paths } from '../../../paths.ts';
import { PageLink } from '../../../ui/actions/PageLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import { ForgotPassword } from '../ForgotPassword.tsx';
import { ProviderSignIn } from '../providers/ProviderSignIn.tsx';
import { SecondStep } from '../secondFactor/SecondStep.tsx';
import { LoginForm } from './LoginForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import styles from './SignInScreen.module.css';

type Schemas = components['schemas'];

interface SignInScreenProps {
  mode: 'login' | 'register';
  /** Rendered below the card once its height is known. */
  children: ReactNode;
}

export function SignInScreen({ mode, children }: SignInScreenProps) {
  const { t } = useTranslation();
  const { search, state } = useLocation();
  const { data: config, isLoading } = useQuery(configQuery(useApi()));
  const initialEmail = emailFrom(state);
  const [email, setEmail] = useState(initialEmail);
  const [secondStep, setSecondStep] = useState<Schemas['SecondStep'] | null>(null);
  const modeLink = (to: string, text: string) => (
    <PageLink to={to + search} state={{ email }} replace className={styles.mode}>
      {text}
    </PageLink>
  );
  const refusal = signUpRefusal(config?.sign_ups, invitationIn(search));
  // Waits until the provider buttons are known, so that nothing moves.
  if (isLoading) return <Skeleton height="24rem" />;
  if (secondStep) {
    return (
      <>
        <SecondStep step={secondStep} onBack={() => setSecondStep(null)} />
        {children}
      </>
    );
  }
  return (
    <>
      <Card>
        <Stack>
          <nav aria-label={t('auth.toggle.label')} className={styles.modes}>
            {modeLink(paths.login, t('auth.form.login'))}
            {modeLink(paths.register, t('auth.form.register'))}
          </nav>
          <ProviderSignIn />
          {mode === 'login' && (
            <LoginForm email={email} onEmailChange={setEmail} onSecondStep={setSecondStep} />
          )}
          {mode === 'register' && refusal !== null && <p>{t(refusal)}</p>}
          {mode === 'register' && refusal === null && (
            <RegisterForm
              email={initialEmail}
              onEmailChange={setEmail}
              invitation={invitationIn(search)}
            />
          )}
          <ForgotPassword label={t('auth.forgot.open')} email={email} />
        </Stack>
      </Card>
      {children}
    </>
  );
}

/** Why no account can be created here; null if one can. */
function signUpRefusal(signUps: Schemas['SignUpsMode'] | undefined, invitation: string | null) {
  if (signUps === 'closed') return 'auth.signUps.closed';
  return signUps === 'invitation' && invitation === null ? 'auth.signUps.invitation' : null;
}

function invitationIn(search: string): string | null {
  return new URLSearchParams(search).get('invitation');
}

function emailFrom(state: unknown): string {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : '';
}
