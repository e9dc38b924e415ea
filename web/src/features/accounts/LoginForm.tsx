/** Sign in with e-mail and password. */
import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { AccountForm } from './AccountForm.tsx';
import { useLogin } from './mutations.ts';
import { type Credentials, checkLogin, type FieldErrors } from './validation.ts';

export function LoginForm() {
  const { t } = useTranslation();
  const login = useLogin();
  const [form, setForm] = useState<Credentials>({ email: '', password: '' });
  const [errors, setErrors] = useState<FieldErrors<Credentials>>({});
  const fields = login.error instanceof ApiError ? login.error.fields : {};

  function handleSubmit() {
    const found = checkLogin(form);
    setErrors(found);
    if (Object.keys(found).length === 0) login.mutate(form);
  }

  return (
    <AccountForm
      submitLabel={t('auth.form.login')}
      error={login.error}
      isPending={login.isPending}
      onSubmit={handleSubmit}
    >
      <Field
        label={t('auth.form.email')}
        name="email"
        type="email"
        autoComplete="username"
        value={form.email}
        onChange={(email) => setForm({ ...form, email })}
        error={errors.email ? t(errors.email) : fields.email}
      />
      <PasswordField
        label={t('auth.form.password')}
        name="password"
        autoComplete="current-password"
        showLabel={t('auth.form.showPassword')}
        hideLabel={t('auth.form.hidePassword')}
        value={form.password}
        onChange={(password) => setForm({ ...form, password })}
        error={fields.password}
      />
    </AccountForm>
  );
}
