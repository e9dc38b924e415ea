/** Asks for the password that connects a provider to an account. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { PasswordForm, type PasswordFormProps } from '../PasswordForm.tsx';

export interface LinkPasswordFormProps extends Omit<PasswordFormProps, 'submitLabel'> {
  text: string;
}

export function LinkPasswordForm({ text, ...form }: LinkPasswordFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <p>{text}</p>
      <PasswordForm submitLabel={t('auth.provider.connect')} {...form} />
    </>
  );
}
