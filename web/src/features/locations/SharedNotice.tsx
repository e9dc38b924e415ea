/** Over a place that came by a link: it is only looked at, and can be saved. */
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useAuth } from '../../api/session/useSession.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { createDraft } from '../../storage/places.ts';
import type { Place } from '../../storage/values.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './SharedNotice.module.css';
import { useSaveWithWord } from './saved/useSaveWithWord.ts';
import { useChoosePlace } from './useChoosePlace.ts';

const LoginDialog = lazy(async () => ({
  default: (await import('./LoginDialog.tsx')).LoginDialog,
}));

export function SharedNotice({ place }: { place: Place }) {
  const { t } = useTranslation();
  const { isAuthenticated } = useAuth();
  const choose = useChoosePlace();
  const { save, isSaving } = useSaveWithWord();
  const [isAsking, setIsAsking] = useState(false);

  function handleSave() {
    if (!isAuthenticated) return setIsAsking(true);
    save(createDraft(place), { done: 'locations.saved', onSaved: choose });
  }

  return (
    <div className={styles.notice}>
      <Icon name="share" />
      <p className={styles.text}>{t('home.shared.text')}</p>
      <Link className={styles.leave} to={paths.home}>
        {t('home.shared.leave')}
      </Link>
      <Button isPending={isSaving} onClick={handleSave}>
        {t('home.shared.save')}
      </Button>
      {isAsking && (
        <Suspense>
          <LoginDialog draft={createDraft(place)} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
