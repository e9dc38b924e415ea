/** The address of an account, as password managers know it. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Field } from '../../ui/inputs/Field.tsx';

interface EmailFieldProps {
  label?: string;
  value: string;
  onChange: (email: string) => void;
  error: string | undefined;
  /** `email` where a new address is asked for, which is nobody's user name yet. */
  autoComplete?: 'username' | 'email';
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
