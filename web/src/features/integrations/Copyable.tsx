/** A text to take along, such as a secret that is shown once: selectable, with a button that copies it. */
import { useState } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/actions/Button.tsx';
import styles from './Integrations.module.css';

interface CopyableProps {
  label: string;
  text: string;
  hint: string;
}

export function Copyable({ label, text, hint }: CopyableProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // Without https or permission; the text can be selected.
      setState('failed');
    }
  }

  return (
    <section aria-label={label} className={styles.copyable}>
      <p>{label}</p>
      <code className={styles.code}>{text}</code>
      <p className={styles.detail}>{hint}</p>
      <div className={styles.copy}>
        <Button look="secondary" onClick={() => void handleCopy()}>
          {t('settings.tokens.copy')}
        </Button>
        <span role="status">{state !== 'idle' && t(`settings.tokens.${state}`)}</span>
      </div>
    </section>
  );
}
