/** Saving needs an account: says so, and shows the way to it. */
import { useNavigate } from 'react-router';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

export function LoginDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('locations.loginDialog.title')}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button onClick={() => navigate(paths.login)}>{t('home.shared.login')}</Button>
        </>
      }
    >
      <p>{t('locations.loginDialog.text')}</p>
    </Dialog>
  );
}
