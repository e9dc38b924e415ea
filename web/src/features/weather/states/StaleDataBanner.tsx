/** Shown above weather that could not be refreshed: how old it is, why, and a button to try again. */
import { NetworkError } from '../../../api/errors.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './StaleDataBanner.module.css';

interface StaleDataBannerProps {
  error: Error;
  fetchedAt: string | null;
  now: Date;
  isRetrying: boolean;
  onRetry: () => void;
}

export function StaleDataBanner({
  error,
  fetchedAt,
  now,
  isRetrying,
  onRetry,
}: StaleDataBannerProps) {
  const { t, format } = useTranslation();
  const isOffline = error instanceof NetworkError && !error.isTimeout;
  return (
    <div className={styles.banner} role="status">
      <Icon name={isOffline ? 'offline' : 'warning'} />
      <p className={styles.text}>
        <strong>{t(isOffline ? 'weather.state.offline' : 'weather.state.error')}</strong>{' '}
        {fetchedAt && t('weather.state.old', { age: format.age(new Date(fetchedAt), now) })}
      </p>
      <Button
        look="secondary"
        isPending={isRetrying}
        pendingLabel={t('weather.state.retrying')}
        onClick={onRetry}
      >
        {t('app.tryAgain')}
      </Button>
    </div>
  );
}
