/** `/reset-password`: a new password by the link from the mail. */
import { useTranslation } from '../i18n/I18n.tsx';
import { Page } from '../ui/Page.tsx';
import { BeingBuilt } from './BeingBuilt.tsx';

export default function ResetPassword() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.resetPassword')}>
      <BeingBuilt />
    </Page>
  );
}
