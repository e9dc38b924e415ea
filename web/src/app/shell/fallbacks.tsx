/** The error screens: for the whole app, and for one section of a page. */
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { useFirstPaintEnd } from '../../scheduling/firstPaint.ts';
import { clearForReload } from '../../storage/store.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { Disclosure } from '../../ui/layout/Disclosure.tsx';
import styles from './fallbacks.module.css';

const countdownSeconds = 10;

interface FallbackProps {
  error: Error;
  reload?: () => void;
}

export function AppFallback({ error, reload = reloadFresh }: FallbackProps) {
  const { t } = useTranslation();
  const [secondsLeft, setSecondsLeft] = useState(countdownSeconds);
  const [isStopped, setIsStopped] = useState(false);
  useFirstPaintEnd();

  useEffect(() => {
    if (isStopped) return;
    if (secondsLeft === 0) {
      reload();
      return;
    }
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft, isStopped, reload]);

  return (
    <main className={styles.page}>
      <title>{`${t('fallback.app.title')} · Halcyon`}</title>
      <h1>{t('fallback.app.title')}</h1>
      <p>
        {isStopped
          ? t('fallback.app.stopped')
          : t('fallback.app.countdown', { count: secondsLeft })}
      </p>
      <Disclosure title={t('fallback.app.details')}>
        <pre className={styles.message}>{error.message}</pre>
      </Disclosure>
      <div className={styles.actions}>
        <Button onClick={reload}>{t('fallback.app.reload')}</Button>
        {!isStopped && (
          <Button look="secondary" onClick={() => setIsStopped(true)}>
            {t('fallback.app.stop')}
          </Button>
        )}
      </div>
    </main>
  );
}

export function SectionFallback({ error, reload = reloadFresh }: FallbackProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.section} role="alert">
      <p>{t('fallback.section.title')}</p>
      <Disclosure title={t('fallback.section.details')}>
        <pre className={styles.message}>{error.message}</pre>
      </Disclosure>
      <Button look="secondary" onClick={reload}>
        {t('fallback.section.reload')}
      </Button>
    </div>
  );
}

/** A stored value may be the cause, so everything but the user's settings is cleared. */
function reloadFresh(): void {
  clearForReload();
  location.assign(paths.home);
}
