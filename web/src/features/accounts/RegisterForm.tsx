/** Make an account with e-mail and password. */
import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { AccountForm } from './AccountForm.tsx';
import { useRegister } from './mutations.ts';
import { checkRegistration, type FieldErrors, type Registration } from './validation.ts';

const empty: Registration = {
  email: '',
  password: '',
  confirmPassword: '',
  firstName: '',
  lastName: '',
  hasAgreed: false,
};

export function RegisterForm() {
  const { t } = useTranslation();
  const register = useRegister();
  const [form, setForm] = useState(empty);
  const [errors, setErrors] = useState<FieldErrors<Registration>>({});
  const fields = register.error instanceof ApiError ? register.error.fields : {};
  const set = (change: Partial<Registration>) => setForm({ ...form, ...change });
  const show = t('auth.form.showPassword');
  const hide = t('auth.form.hidePassword');

  function handleSubmit() {
    const found = checkRegistration(form);
    setErrors(found);
    if (Object.keys(found).length === 0) register.mutate(form);
  }

  return (
    <AccountForm
      submitLabel={t('auth.form.register')}
      error={register.error}
      isPending={register.isPending}
      onSubmit={handleSubmit}
    >
      <Field
        label={t('auth.form.firstName')}
        name="firstName"
        autoComplete="given-name"
        value={form.firstName}
        onChange={(firstName) => set({ firstName })}
        error={fields.first_name}
      />
      <Field
        label={t('auth.form.lastName')}
        name="lastName"
        autoComplete="family-name"
        value={form.lastName}
        onChange={(lastName) => set({ lastName })}
        error={fields.last_name}
      />
      <Field
        label={t('auth.form.email')}
        name="email"
        type="email"
        autoComplete="username"
        value={form.email}
        onChange={(email) => set({ email })}
        error={errors.email ? t(errors.email) : fields.email}
      />
      <PasswordField
        label={t('auth.form.password')}
        name="password"
        autoComplete="new-password"
        showLabel={show}
        hideLabel={hide}
        value={form.password}
        onChange={(password) => set({ password })}
        error={errors.password ? t(errors.password) : fields.password}
      />
      <PasswordField
        label={t('auth.form.confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        showLabel={show}
        hideLabel={hide}
        value={form.confirmPassword}
        onChange={(confirmPassword) => set({ confirmPassword })}
        error={errors.confirmPassword && t(errors.confirmPassword)}
      />
      <Checkbox
        name="hasAgreed"
        isChecked={form.hasAgreed}
        onChange={(hasAgreed) => set({ hasAgreed })}
        error={errors.hasAgreed && t(errors.hasAgreed)}
      >
        {t('auth.form.agree')}
      </Checkbox>
      <p>{t('auth.form.age')}</p>
    </AccountForm>
  );
}
