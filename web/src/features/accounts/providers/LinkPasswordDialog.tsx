/** Asks in a dialog for the password that connects a provider to an account. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { LinkPasswordForm, type LinkPasswordFormProps } from './LinkPasswordForm.tsx';

interface LinkPasswordDialogProps extends LinkPasswordFormProps {
  isOpen: boolean;
  onClose: () => void;
}

export function LinkPasswordDialog({ isOpen, onClose, ...form }: LinkPasswordDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('auth.provider.linkTitle')}
      actions={
        <Button look="secondary" onClick={onClose}>
          {t('app.cancel')}
        </Button>
      }
    >
      <LinkPasswordForm {...form} />
    </Dialog>
  );
}
