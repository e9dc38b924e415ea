/** Asks in a dialog for the password that confirms an action, when the sign-in is not recent. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { PasswordForm, type PasswordFormProps } from '../PasswordForm.tsx';

interface ConfirmPasswordDialogProps extends PasswordFormProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
}

export function ConfirmPasswordDialog({
  title,
  isOpen,
  onClose,
  ...form
}: ConfirmPasswordDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      actions={
        <Button look="secondary" onClick={onClose}>
          {t('app.cancel')}
        </Button>
      }
    >
      <PasswordForm {...form} />
    </Dialog>
  );
}
