/** Log in with e-mail and password, or with a passkey. */
import type { components } from '../../../api/schema.d.ts';
import { useAuth } from '../../../api/session/useSession.ts';
import { Form } from '../../../forms/Form.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { EmailField } from '../EmailField.tsx';
import { useLogin } from '../mutations.ts';
import { PasswordInput } from '../PasswordInput.tsx';
import { usePasskeyLogin } from '../passkeys/usePasskeyLogin.ts';
import { checkLogin } from '../validation.ts';

interface LoginFormProps {
  email: string;
  onEmailChange: (email: string) => void;
  onSecondStep: (step: components['schemas']['SecondStep']) => void;
}

export function LoginForm({ email, onEmailChange, onSecondStep }: LoginFormProps) {
  const { t } = useTranslation();
  const login = useLogin(onSecondStep);
  const passkey = usePasskeyLogin();
  const { error: sessionProblem } = useAuth();
  const form = useForm({ email, password: '' }, checkLogin, login.error);

  return (
    <Form
      submitLabel={t('auth.form.login')}
      failure={passkey.error ? 'auth.passkey.failed' : 'auth.loginFailed'}
      error={passkey.error ?? login.error}
      note={sessionProblem === 'storageIssue' ? t('errors.storageIssue') : undefined}
      isPending={login.isPending}
      onSubmit={() => {
        passkey.reset();
        form.submit(login.mutate);
      }}
      other={
        passkey.isOffered
          ? {
              label: t('auth.passkey.signIn'),
              isPending: passkey.isPending,
              onSubmit: () => {
                login.reset();
                passkey.start();
              },
            }
          : undefined
      }
    >
      <EmailField
        autoComplete={passkey.isOffered ? 'username webauthn' : 'username'}
        value={form.values.email}
        onChange={(changed) => {
          form.set({ email: changed });
          onEmailChange(changed);
        }}
        error={form.problem('email')}
      />
      <PasswordInput
        value={form.values.password}
        onChange={(password) => form.set({ password })}
        error={form.problem('password')}
      />
    </Form>
  );
}
