/** `/notices`: what was sent, when and why. */
import { useAuth } from '../api/session/useSession.ts';
import { NotificationCentre } from '../features/alerts/notifications/NotificationCentre.tsx';
import { useTranslation } from '../i18n/I18n.tsx';
import { paths } from '../paths.ts';
import { Page } from '../ui/Page.tsx';
import { TextLink } from '../ui/TextLink.tsx';

export default function Notices() {
  const { t } = useTranslation();
  const { user } = useAuth();
  return (
    <Page title={t('pages.notices')}>
      {user && <NotificationCentre userId={user.id} />}
      <p>
        <TextLink to={paths.settings}>{t('noticeCentre.settings')}</TextLink>
      </p>
    </Page>
  );
}
