/** The field for the existing password of an account, with its texts and its password manager hints. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { PasswordField } from '../../ui/inputs/PasswordField.tsx';

interface PasswordInputProps {
  label?: string;
  name?: string;
  value: string;
  onChange: (password: string) => void;
  error: string | undefined;
}

export function PasswordInput({ label, name = 'password', ...props }: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordField
      {...props}
      label={label ?? t('auth.form.password')}
      name={name}
      autoComplete="current-password"
      showLabel={t('auth.form.showPassword')}
      hideLabel={t('auth.form.hidePassword')}
    />
  );
}
