/** `/verify-email`: confirms an e-mail address, or undoes its change, with the link from the mail. */
import { RevertEmail } from '../../features/accounts/mailLinks/RevertEmail.tsx';
import { useLinkToken } from '../../features/accounts/mailLinks/useLinkToken.ts';
import { VerifyEmail as Verification } from '../../features/accounts/mailLinks/VerifyEmail.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function VerifyEmail() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const revertToken = useLinkToken('revert');
  return (
    <Page title={t(revertToken ? 'revert.title' : 'pages.verifyEmail')} layout="narrow">
      <Card>
        {revertToken ? <RevertEmail token={revertToken} /> : <Verification token={token} />}
      </Card>
    </Page>
  );
}
