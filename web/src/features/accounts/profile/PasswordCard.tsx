/** Changes the password, or sets a first one for users who sign in with a provider. */
import { useState } from 'react';
import { useHasMail } from '../../../api/config.ts';
import { errorText } from '../../../api/errorText.ts';
import type { User } from '../../../api/session/types.ts';
import type { FieldErrors } from '../../../forms/checks.ts';
import { Form } from '../../../forms/Form.tsx';
import { Problem } from '../../../forms/Problem.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Disclosure } from '../../../ui/layout/Disclosure.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { useForgotPassword } from '../mutations.ts';
import { NewPasswordFields } from '../NewPasswordFields.tsx';
import { checkPasswords, type NewPassword } from '../validation.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { useChangePassword } from './mutations.ts';

export function PasswordCard({ user }: { user: User }) {
  const { t } = useTranslation();
  // A new key closes and clears the form.
  const [formKey, setFormKey] = useState(0);
  return (
    <Card title={t('profile.password.title')}>
      {user.has_password ? (
        <Disclosure key={formKey} title={t('profile.password.change')}>
          <PasswordForm email={user.email} onDone={() => setFormKey(formKey + 1)} />
        </Disclosure>
      ) : (
        <FirstPassword email={user.email} />
      )}
    </Card>
  );
}

interface PasswordChange extends NewPassword {
  currentPassword: string;
}

const empty: PasswordChange = { currentPassword: '', password: '', confirmPassword: '' };

function checkChange(form: PasswordChange): FieldErrors<PasswordChange> {
  return {
    currentPassword: form.currentPassword === '' ? 'auth.passwordRequired' : undefined,
    ...checkPasswords(form),
  };
}

function PasswordForm({ email, onDone }: { email: string | null; onDone: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const change = useChangePassword();
  const form = useForm(empty, checkChange, change.error);
  const { values, set, problem } = form;

  function handleChanged() {
    toasts.add({ level: 'app', text: t('profile.password.changed') });
    onDone();
  }

  return (
    <Form
      submitLabel={t('profile.password.change')}
      look="secondary"
      failure="profile.passwordFailed"
      error={change.error}
      isPending={change.isPending}
      onSubmit={() =>
        form.submit(({ currentPassword, password }) =>
          change.mutate(
            { current_password: currentPassword, new_password: password },
            { onSuccess: handleChanged },
          ),
        )
      }
    >
      {/* Tells password managers which account the password belongs to. */}
      <input hidden readOnly name="username" autoComplete="username" value={email ?? ''} />
      <CurrentPasswordField
        value={values.currentPassword}
        onChange={(currentPassword) => set({ currentPassword })}
        error={problem('currentPassword', 'current_password')}
      />
      <NewPasswordFields
        label={t('reset.newPassword')}
        values={values}
        onChange={set}
        error={problem('password', 'new_password')}
        confirmError={problem('confirmPassword')}
      />
    </Form>
  );
}

function FirstPassword({ email }: { email: string | null }) {
  const { t } = useTranslation();
  const forgot = useForgotPassword();
  const hasMail = useHasMail();
  if (!hasMail) return <p>{t('auth.forgot.noMail')}</p>;
  if (email === null) return <p>{t('profile.email.none')}</p>;
  if (forgot.isSuccess) return <p role="status">{t('auth.resetSent')}</p>;
  return (
    <Stack>
      <p>{t('profile.password.none')}</p>
      <Problem
        title={forgot.error ? t('auth.resetFailed') : undefined}
        detail={forgot.error && t(errorText(forgot.error))}
      />
      <div>
        <Button look="secondary" isPending={forgot.isPending} onClick={() => forgot.mutate(email)}>
          {t('profile.password.set')}
        </Button>
      </div>
    </Stack>
  );
}
