/** Asks for the current password before a change to the account. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { PasswordInput } from '../PasswordInput.tsx';

interface CurrentPasswordFieldProps {
  value: string;
  onChange: (password: string) => void;
  error: string | undefined;
}

export function CurrentPasswordField(props: CurrentPasswordFieldProps) {
  const { t } = useTranslation();
  return <PasswordInput {...props} label={t('profile.password.current')} name="currentPassword" />;
}
