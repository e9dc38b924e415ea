/** `/verify-email`: confirms an e-mail address with the link from the mail. */
import { useLinkToken } from '../../features/accounts/mailLinks/useLinkToken.ts';
import { VerifyEmail as Verification } from '../../features/accounts/mailLinks/VerifyEmail.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function VerifyEmail() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.verifyEmail')} layout="narrow">
      <Card>
        <Verification token={useLinkToken()} />
      </Card>
    </Page>
  );
}
