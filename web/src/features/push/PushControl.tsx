/** Whether this device shows push notifications, and the buttons to change it. */
import { useState } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useBridge } from '../../platform/BridgeContext.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { useToasts } from '../../ui/overlays/toasts.ts';
import { usePush, usePushState } from './PushContext.ts';
import styles from './PushControl.module.css';

export function PushControl() {
  const { t } = useTranslation();
  const bridge = useBridge();
  const push = usePush();
  const toasts = useToasts();
  const { isInitialized, permission, playerId } = usePushState();
  const [isBusy, setIsBusy] = useState(false);

  async function run(change: () => Promise<void>) {
    setIsBusy(true);
    try {
      await change();
    } catch {
      toasts.add({ level: 'app', isError: true, text: t('push.control.failed') });
    }
    setIsBusy(false);
  }

  if (!push || !isInitialized) return null;
  const isBlocked = permission === 'denied';
  const isWrapped = bridge.kind === 'natively';
  const canEnable = permission === 'prompt' || (isBlocked && isWrapped);
  return (
    <div className={styles.control}>
      <p role="status">{t(`push.control.${isBlocked && !isWrapped ? 'blocked' : permission}`)}</p>
      <div className={styles.buttons}>
        {canEnable && (
          <Button look="secondary" isPending={isBusy} onClick={() => void run(() => push.enable())}>
            {t('push.control.allow')}
          </Button>
        )}
        {isBlocked && isWrapped && (
          <Button look="quiet" onClick={bridge.openAppSettings}>
            {t('push.control.open')}
          </Button>
        )}
        {permission === 'granted' && playerId !== null && !isWrapped && (
          <Button look="quiet" isPending={isBusy} onClick={() => void run(() => push.disable())}>
            {t('push.control.stop')}
          </Button>
        )}
      </div>
    </div>
  );
}
