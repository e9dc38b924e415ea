/** `/notifications`: the notifications that were sent, when and why. */
import { useAuth } from '../../api/session/useSession.ts';
import { NotificationCentre } from '../../features/alerts/notifications/NotificationCentre.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function Notifications() {
  const { t } = useTranslation();
  const { user } = useAuth();
  return (
    <Page title={t('pages.notifications')}>
      {user && <NotificationCentre userId={user.id} />}
      <p>
        <TextLink to={paths.settings}>{t('notificationList.settings')}</TextLink>
      </p>
    </Page>
  );
}
