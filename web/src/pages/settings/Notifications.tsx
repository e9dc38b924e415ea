/** `/notices`: the notifications that were sent, when and why. */
import { useAuth } from '../../api/session/useSession.ts';
import { NoticeCentre } from '../../features/weather/notices/NoticeCentre.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function Notifications() {
  const { t } = useTranslation();
  const { user } = useAuth();
  return (
    <Page title={t('pages.notices')}>
      {user && <NoticeCentre userId={user.id} />}
      <p>
        <TextLink to={paths.settings}>{t('noticeCentre.settings')}</TextLink>
      </p>
    </Page>
  );
}
