/** New recovery codes, which are shown once: to copy, download or print. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { saveFile } from '../saveFile.ts';
import styles from './SecondFactor.module.css';
import { useFocusOnMount } from './useFocusOnMount.ts';

interface RecoveryCodesProps {
  codes: string[];
  email: string | null;
  onDone: () => void;
}

export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const title = useFocusOnMount<HTMLHeadingElement>();
  const say = (text: string) => toasts.add({ level: 'app', text });
  // On paper and in a folder of files the codes of several accounts look alike.
  const owner = [t('profile.secondFactor.fileTitle'), location.host, email]
    .filter(Boolean)
    .join(' · ');
  const file = `${owner}\n\n${codes.join('\n')}\n`;

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      say(t('profile.secondFactor.copied'));
    } catch {
      // Without https or permission; the codes can be selected.
      say(t('profile.secondFactor.copyFailed'));
    }
  }

  return (
    <div className={styles.codes}>
      <h3 ref={title} tabIndex={-1} className={classNames(styles.target, styles.heading)}>
        {t('profile.secondFactor.codesTitle')}
      </h3>
      <p>{t('profile.secondFactor.codesText')}</p>
      <p className={styles.account}>{owner}</p>
      <ul className={styles.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button look="secondary" onClick={() => void handleCopy()}>
          {t('profile.secondFactor.copy')}
        </Button>
        <Button
          look="secondary"
          onClick={() => saveFile('halcyon-recovery-codes.txt', file, 'text/plain')}
        >
          {t('profile.secondFactor.download')}
        </Button>
        <Button look="secondary" onClick={() => window.print()}>
          {t('profile.secondFactor.print')}
        </Button>
        <Button onClick={onDone}>{t('profile.secondFactor.done')}</Button>
      </div>
    </div>
  );
}
