/** The password that connects a provider to an account, asked for over the page. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { PasswordQuestion, type PasswordQuestionProps } from './PasswordQuestion.tsx';

interface PasswordDialogProps extends PasswordQuestionProps {
  isOpen: boolean;
  onClose: () => void;
}

export function PasswordDialog({ isOpen, onClose, ...question }: PasswordDialogProps) {
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
      <PasswordQuestion {...question} />
    </Dialog>
  );
}
