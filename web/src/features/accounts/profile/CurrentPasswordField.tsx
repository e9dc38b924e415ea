/** The password that proves whose account this is. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { PasswordField } from '../../../ui/inputs/PasswordField.tsx';

interface CurrentPasswordFieldProps {
  value: string;
  onChange: (password: string) => void;
  error: string | undefined;
}

export function CurrentPasswordField(props: CurrentPasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordField
      {...props}
      label={t('profile.password.current')}
      name="currentPassword"
      autoComplete="current-password"
      showLabel={t('auth.form.showPassword')}
      hideLabel={t('auth.form.hidePassword')}
    />
  );
}
