/** `/auth/callback?handoff=…`: the last step of a sign-in that began on a provider's page. */
import { useAuth } from '../../api/session/useSession.ts';
import { HandOff } from '../../features/accounts/providers/HandOff.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Redirect, useUrlQuery } from '../../navigation/navigation.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function AuthCallback() {
  const { t } = useTranslation();
  const { isAuthenticated } = useAuth();
  const query = useUrlQuery();
  const code = query.get('handoff');
  if (isAuthenticated) return <Redirect to={paths.home} />;
  if (code === null) return <Redirect to={paths.login} />;
  return (
    <Page title={t('pages.signingIn')} layout="narrow">
      <Card>
        <HandOff code={code} />
      </Card>
    </Page>
  );
}
