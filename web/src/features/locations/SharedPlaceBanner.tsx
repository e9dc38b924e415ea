/** Shown above a place that was opened by a link, which is not saved yet, until it is closed. */
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import type { Place } from '../../storage/values.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { PageLink } from '../../ui/actions/PageLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { contentId } from '../../ui/layout/TopBar.tsx';
import styles from './SharedPlaceBanner.module.css';
import { withRecent } from './useChoosePlace.ts';

const SaveSharedPlace = lazy(async () => ({
  default: (await import('./SaveSharedPlace.tsx')).SaveSharedPlace,
}));

export function SharedPlaceBanner({ place }: { place: Place }) {
  const { t } = useTranslation();

  /** From now on it is a place that was looked at here, so its address is not a shared link any more. */
  function handleClose() {
    writeStored('recentPlaces', withRecent(readStored('recentPlaces'), place));
    // The focused button goes away.
    document.getElementById(contentId)?.focus({ preventScroll: true });
  }

  return (
    <div className={styles.banner}>
      <Icon name="share" />
      <p className={styles.text}>{t('home.shared.text')}</p>
      <div className={styles.actions}>
        <PageLink className={styles.leave} to={paths.home}>
          {t('home.shared.leave')}
        </PageLink>
        {/* Of the same size, so that nothing moves. */}
        <Suspense fallback={<Button disabled>{t('home.shared.save')}</Button>}>
          <SaveSharedPlace place={place} />
        </Suspense>
      </div>
      <IconButton
        icon="close"
        label={t('app.close')}
        className={styles.close}
        onClick={handleClose}
      />
    </div>
  );
}
