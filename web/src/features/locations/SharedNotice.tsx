/** Over a place that came by a link: it is only looked at, and can be saved. */
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { errorText } from '../../api/errorText.ts';
import { useAuth } from '../../api/session/useSession.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import type { Place } from '../../storage/values.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useToasts } from '../../ui/toasts.ts';
import styles from './SharedNotice.module.css';
import { useSaveLocation } from './saved.ts';
import { useChoosePlace } from './useChoosePlace.ts';

const LoginDialog = lazy(async () => ({
  default: (await import('./LoginDialog.tsx')).LoginDialog,
}));

export function SharedNotice({ place }: { place: Place }) {
  const { t } = useTranslation();
  const { isAuthenticated } = useAuth();
  const toasts = useToasts();
  const choose = useChoosePlace();
  const save = useSaveLocation();
  const [isAsking, setIsAsking] = useState(false);

  function handleSave() {
    if (!isAuthenticated) return setIsAsking(true);
    save.mutate(place, {
      onSuccess: ({ id, name, latitude, longitude }) => {
        toasts.add({ level: 'app', text: t('locations.saved') });
        choose({ id, name, latitude, longitude });
      },
      onError: (error) => {
        const isOurs = error instanceof ApiError && error.status < 500;
        const text = t(isOurs ? errorText(error) : 'locations.saveFailed');
        toasts.add({ level: 'app', isError: true, text });
      },
    });
  }

  return (
    <div className={styles.notice}>
      <Icon name="share" />
      <p className={styles.text}>{t('home.shared.text')}</p>
      <Link className={styles.leave} to={paths.home}>
        {t('home.shared.leave')}
      </Link>
      <Button isPending={save.isPending} onClick={handleSave}>
        {t('home.shared.save')}
      </Button>
      {isAsking && (
        <Suspense>
          <LoginDialog onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
