/** Shown above a place that was opened by a link, which is not saved yet. */
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import type { Place } from '../../storage/values.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { PageLink } from '../../ui/actions/PageLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './SharedPlaceBanner.module.css';

const SaveSharedPlace = lazy(async () => ({
  default: (await import('./SaveSharedPlace.tsx')).SaveSharedPlace,
}));

export function SharedPlaceBanner({ place }: { place: Place }) {
  const { t } = useTranslation();
  return (
    <div className={styles.banner}>
      <Icon name="share" />
      <p className={styles.text}>{t('home.shared.text')}</p>
      <PageLink className={styles.leave} to={paths.home}>
        {t('home.shared.leave')}
      </PageLink>
      {/* Of the same size, so that nothing moves. */}
      <Suspense fallback={<Button disabled>{t('home.shared.save')}</Button>}>
        <SaveSharedPlace place={place} />
      </Suspense>
    </div>
  );
}
