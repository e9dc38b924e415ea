/** Shown above a place that was opened by a link, which is not saved yet. */
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useAuth } from '../../api/session/useSession.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { createDraft } from '../../storage/places.ts';
import type { Place } from '../../storage/values.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './SharedPlaceBanner.module.css';
import { useSaveWithToast } from './saved/useSaveWithToast.ts';
import { useChoosePlace } from './useChoosePlace.ts';

const LoginDialog = lazy(async () => ({
  default: (await import('./LoginDialog.tsx')).LoginDialog,
}));

export function SharedPlaceBanner({ place }: { place: Place }) {
  const { t } = useTranslation();
  const { isAuthenticated } = useAuth();
  const choose = useChoosePlace();
  const { save, isSaving } = useSaveWithToast();
  const [isLoginOpen, setIsLoginOpen] = useState(false);

  function handleSave() {
    if (!isAuthenticated) return setIsLoginOpen(true);
    save(createDraft(place), { savedText: 'locations.saved', onSaved: choose });
  }

  return (
    <div className={styles.banner}>
      <Icon name="share" />
      <p className={styles.text}>{t('home.shared.text')}</p>
      <Link className={styles.leave} to={paths.home}>
        {t('home.shared.leave')}
      </Link>
      <Button isPending={isSaving} onClick={handleSave}>
        {t('home.shared.save')}
      </Button>
      {isLoginOpen && (
        <Suspense>
          <LoginDialog draft={createDraft(place)} onClose={() => setIsLoginOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
