/** Shown instead of the weather when it could not be loaded: what happened, and a button to try again. */
import { ApiError } from '../../../api/errors.ts';
import { errorText } from '../../../api/errorText.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { LoadState } from './loadState.ts';
import styles from './WeatherProblem.module.css';

interface WeatherProblemProps {
  state: Exclude<LoadState, 'loading' | 'retrying'>;
  placeName: string;
  error: Error | null;
  onRetry: () => void;
}

export function WeatherProblem({ state, placeName, error, onRetry }: WeatherProblemProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.problem} role="alert">
      <Icon name={state === 'connection' ? 'offline' : 'warning'} size={3} />
      <p className={styles.text}>{t(`weather.state.${state}`)}</p>
      {/* Offline, other places may have weather that was stored. */}
      {state === 'connection' && <p>{t('weather.state.noSaved', { place: placeName })}</p>}
      {error instanceof ApiError && <p>{t(errorText(error))}</p>}
      <Button onClick={onRetry}>{t('app.tryAgain')}</Button>
    </div>
  );
}
