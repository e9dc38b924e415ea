/** The e-mail field of an account, with the hints that password managers use. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Field } from '../../ui/inputs/Field.tsx';

interface EmailFieldProps {
  label?: string;
  value: string;
  onChange: (email: string) => void;
  error: string | undefined;
  /** `email` for a new address, which is not a user name yet; with `webauthn` the browser offers passkeys here. */
  autoComplete?: 'username' | 'username webauthn' | 'email';
}

export function EmailField({
  label,
  value,
  onChange,
  error,
  autoComplete = 'username',
}: EmailFieldProps) {
  const { t } = useTranslation();
  return (
    <Field
      label={label ?? t('auth.form.email')}
      name="email"
      type="email"
      autoComplete={autoComplete}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
