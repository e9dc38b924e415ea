/** Offers push notifications on the page of places; absent where they are not supported. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { usePushState } from './PushContext.ts';
import { PushControl } from './PushControl.tsx';

export function PushCard() {
  const { t } = useTranslation();
  const { isInitialized, permission } = usePushState();
  if (!isInitialized || permission === 'unsupported') return null;
  return (
    <Card title={t('push.title')}>
      <PushControl />
    </Card>
  );
}
