/** Whether this device shows push messages, and what can be done about it. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useBridge } from '../../platform/BridgeContext.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './NotificationsForm.module.css';

const answerWithinMs = 5_000;
/** Somebody has to read the system's question first. */
const decideWithinMs = 60_000;

export function PushPermission() {
  const { t } = useTranslation();
  const bridge = useBridge();
  const permission = useQuery({
    queryKey: ['push', 'permission'],
    queryFn: () => bridge.pushPermission(answerWithinMs),
    // The person may come back from the device's settings.
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  });

  async function handleAllow() {
    await bridge.requestPush(decideWithinMs);
    await permission.refetch();
  }

  if (!permission.data) return null;
  return (
    <div className={styles.permission}>
      <p role="status">{t(`settings.permission.${permission.data}`)}</p>
      {permission.data === 'denied' && (
        <div className={styles.buttons}>
          <Button look="secondary" onClick={() => void handleAllow()}>
            {t('settings.permission.allow')}
          </Button>
          <Button look="quiet" onClick={bridge.openAppSettings}>
            {t('settings.permission.open')}
          </Button>
        </div>
      )}
    </div>
  );
}
