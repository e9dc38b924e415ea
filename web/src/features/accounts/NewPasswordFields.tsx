/** A new password and its repetition, with a strength hint that never blocks. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { PasswordField } from '../../ui/inputs/PasswordField.tsx';
import styles from './NewPasswordFields.module.css';
import { passwordStrength } from './passwordStrength.ts';
import type { NewPassword } from './validation.ts';

interface NewPasswordFieldsProps {
  label: string;
  values: NewPassword;
  onChange: (change: Partial<NewPassword>) => void;
  error: string | undefined;
  confirmError: string | undefined;
}

export function NewPasswordFields({
  label,
  values,
  onChange,
  error,
  confirmError,
}: NewPasswordFieldsProps) {
  const { t } = useTranslation();
  const strength = passwordStrength(values.password);
  const shared = {
    autoComplete: 'new-password',
    showLabel: t('auth.form.showPassword'),
    hideLabel: t('auth.form.hidePassword'),
  } as const;
  return (
    <>
      <div>
        <PasswordField
          {...shared}
          label={label}
          name="password"
          value={values.password}
          onChange={(password) => onChange({ password })}
          {...(!error && { hint: t(`auth.strength.${strength}`) })}
          error={error}
        />
        <div className={styles.meter} data-strength={strength} aria-hidden="true" />
      </div>
      <PasswordField
        {...shared}
        label={t('auth.form.confirmPassword')}
        name="confirmPassword"
        value={values.confirmPassword}
        onChange={(confirmPassword) => onChange({ confirmPassword })}
        error={confirmError}
      />
    </>
  );
}
