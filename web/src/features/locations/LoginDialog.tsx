/** Explains that saving needs an account and leads to the login. The place is stored and saved after the login. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { useNavigate } from '../../navigation/navigation.ts';
import { loginPathFor, paths, registerPathFor } from '../../paths.ts';
import type { PlaceDraft } from '../../storage/places.ts';
import { writeStored } from '../../storage/store.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';

interface LoginDialogProps {
  draft: PlaceDraft;
  onClose: () => void;
}

export function LoginDialog({ draft, onClose }: LoginDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();

  /** The locations page finishes the save. */
  function leaveFor(path: string) {
    writeStored('pendingSave', { ...draft, wantedAt: Date.now() });
    navigate(path);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('locations.loginDialog.title')}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('locations.loginDialog.notNow')}
          </Button>
          <Button look="secondary" onClick={() => leaveFor(registerPathFor(paths.locations))}>
            {t('auth.form.register')}
          </Button>
          <Button onClick={() => leaveFor(loginPathFor(paths.locations))}>
            {t('home.shared.login')}
          </Button>
        </>
      }
    >
      <p>{t('locations.loginDialog.text')}</p>
    </Dialog>
  );
}
