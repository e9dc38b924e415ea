/** The device did not tell where it is: what happened, how to go on without it, and a way to try again. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './LocationProblem.module.css';

interface LocationProblemProps {
  text: string;
  onRetry: () => void;
}

export function LocationProblem({ text, onRetry }: LocationProblemProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.problem} role="alert">
      <Icon name="warning" />
      <div>
        <p className={styles.title}>{t('weather.state.location')}</p>
        <p>{text}</p>
        <p>{t('home.places.goOn')}</p>
      </div>
      <Button look="secondary" onClick={onRetry}>
        {t('app.tryAgain')}
      </Button>
    </div>
  );
}
