/** Why the device's position is not available, and what to do without it. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './LocationProblem.module.css';

interface LocationProblemProps {
  title: string;
  text: string;
  /** How to fix it. */
  hint?: string | null;
  children?: ReactNode;
}

export function LocationProblem({ title, text, hint, children }: LocationProblemProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.problem} role="alert">
      <Icon name="warning" />
      <div>
        <p className={styles.title}>{title}</p>
        <p>{text}</p>
        {hint && <p>{hint}</p>}
        <p>{t('home.places.goOn')}</p>
        {children}
      </div>
    </div>
  );
}
