/** `/unsubscribe`: stops weather mails with the link from one of them. */
import { useLinkToken } from '../../features/accounts/mailLinks/useLinkToken.ts';
import { Unsubscribe as StopMails } from '../../features/preferences/Unsubscribe.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function Unsubscribe() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.unsubscribe')} layout="narrow">
      <Card>
        <StopMails token={useLinkToken()} />
      </Card>
    </Page>
  );
}
