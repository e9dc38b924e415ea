/** What stands in the weather's place when it could not be loaded: what happened, in a sentence, and a way on. */
import { ApiError, NetworkError } from '../../api/errors.ts';
import { errorText } from '../../api/errorText.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import type { TextKey } from '../../i18n/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './WeatherProblem.module.css';

interface WeatherProblemProps {
  error: Error;
  onRetry: () => void;
}

export function WeatherProblem({ error, onRetry }: WeatherProblemProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.problem} role="alert">
      <Icon name={error instanceof NetworkError ? 'offline' : 'warning'} size={3} />
      <p className={styles.text}>{t(problemText(error))}</p>
      {error instanceof ApiError && <p>{t(errorText(error))}</p>}
      <Button onClick={onRetry}>{t('app.tryAgain')}</Button>
    </div>
  );
}

function problemText(error: Error): TextKey {
  if (!(error instanceof NetworkError)) return 'weather.state.error';
  return error.isTimeout ? 'weather.state.timeout' : 'weather.state.connection';
}
