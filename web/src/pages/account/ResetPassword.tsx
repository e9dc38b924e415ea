/** `/reset-password`: sets a new password with the link from the mail. */
import { ResetForm } from '../../features/accounts/mailLinks/ResetForm.tsx';
import { useLinkToken } from '../../features/accounts/mailLinks/useLinkToken.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function ResetPassword() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.resetPassword')} layout="narrow">
      <Card>
        <ResetForm token={useLinkToken()} />
      </Card>
    </Page>
  );
}
