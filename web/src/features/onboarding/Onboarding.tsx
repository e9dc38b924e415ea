/** Six cards for a first visit. They do not block the page, and Escape closes them, wherever the focus is. */
import {
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/actions/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import styles from './Onboarding.module.css';

const cards = [
  { id: 'welcome', icon: 'sun' },
  { id: 'circle', icon: 'dial' },
  { id: 'outlook', icon: 'trend' },
  { id: 'daily', icon: 'thermometer' },
  { id: 'locations', icon: 'pin' },
  { id: 'profile', icon: 'person' },
] as const satisfies ReadonlyArray<{ id: string; icon: IconName }>;

export function Onboarding({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation();
  const [step, setStep] = useState(0);
  const last = cards.length - 1;
  const card = cards[step];
  useEscape(onEnd);
  if (!card) return null;

  function handleKeyDown(event: ReactKeyboardEvent) {
    if (event.key === 'ArrowRight') setStep(Math.min(step + 1, last));
    else if (event.key === 'ArrowLeft') setStep(Math.max(step - 1, 0));
  }

  return (
    <section
      className={classNames('floating-card', styles.card)}
      data-height="tall"
      aria-label={t('onboarding.title')}
      onKeyDown={handleKeyDown}
    >
      <div className={styles.text} aria-live="polite">
        <span className={styles.icon}>
          <Icon name={card.icon} size={1.75} />
        </span>
        <h2 className={styles.title}>{t(`onboarding.${card.id}.title`)}</h2>
        <p>{t(`onboarding.${card.id}.text`)}</p>
        <p className={styles.step}>
          {t('onboarding.step', { step: step + 1, count: cards.length })}
        </p>
      </div>
      <div className={styles.actions}>
        {step < last && (
          <Button look="quiet" className={styles.skip} onClick={onEnd}>
            {t('onboarding.skip')}
          </Button>
        )}
        {step > 0 && (
          <Button look="secondary" onClick={() => setStep(step - 1)}>
            {t('app.back')}
          </Button>
        )}
        <Button onClick={() => (step < last ? setStep(step + 1) : onEnd())}>
          {t(step < last ? 'onboarding.next' : 'onboarding.done')}
        </Button>
      </div>
    </section>
  );
}

/** Something open, which Escape closes first. */
const opened = 'dialog[open], [role="dialog"], [aria-expanded="true"]:focus';

function useEscape(onEscape: () => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (!document.querySelector(opened)) onEscape();
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
}
