/** Shown while the weather loads; after five seconds with a button that starts over. */
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import styles from './LoadingStatus.module.css';

const retryOfferedAfterMs = 5_000;

interface LoadingStatusProps {
  state: 'loading' | 'retrying';
  onRetry: () => void;
}

export function LoadingStatus({ state, onRetry }: LoadingStatusProps) {
  const { t } = useTranslation();
  const [isSlow, setIsSlow] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts the timer again
  useEffect(() => {
    setIsSlow(false);
    const timer = setTimeout(() => setIsSlow(true), retryOfferedAfterMs);
    return () => clearTimeout(timer);
  }, [attempt]);

  function handleRetry() {
    setAttempt(attempt + 1);
    onRetry();
  }

  return (
    <div className={styles.status} data-quiet={(state === 'loading' && !isSlow) || undefined}>
      <p role="status">{t(`weather.state.${state}`)}</p>
      {isSlow && <Button onClick={handleRetry}>{t('app.tryAgain')}</Button>}
    </div>
  );
}
