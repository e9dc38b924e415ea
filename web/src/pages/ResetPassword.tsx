/** `/reset-password`: a new password by the link from the mail. */

import { ResetForm } from '../features/accounts/mailLinks/ResetForm.tsx';
import { useLinkToken } from '../features/accounts/mailLinks/useLinkToken.ts';
import { useTranslation } from '../i18n/I18n.tsx';
import { Card } from '../ui/Card.tsx';
import { Page } from '../ui/Page.tsx';

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
