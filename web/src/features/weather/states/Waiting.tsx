/** Said while the weather is on its way; after five seconds there is a button that starts over. */
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import styles from './Waiting.module.css';

const patienceMs = 5_000;

interface WaitingProps {
  state: 'loading' | 'retrying';
  onRetry: () => void;
}

export function Waiting({ state, onRetry }: WaitingProps) {
  const { t } = useTranslation();
  const [isLong, setIsLong] = useState(false);
  const [start, setStart] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new start waits anew
  useEffect(() => {
    setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, [start]);

  function handleRetry() {
    setStart(start + 1);
    onRetry();
  }

  return (
    <div className={styles.waiting} data-quiet={(state === 'loading' && !isLong) || undefined}>
      <p role="status">{t(`weather.state.${state}`)}</p>
      {isLong && <Button onClick={handleRetry}>{t('app.tryAgain')}</Button>}
    </div>
  );
}
