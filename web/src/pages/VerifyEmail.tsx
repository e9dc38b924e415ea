/** `/verify-email`: confirms an address by the link from the mail. */
import { useTranslation } from '../i18n/I18n.tsx';
import { Page } from '../ui/Page.tsx';
import { BeingBuilt } from './BeingBuilt.tsx';

export default function VerifyEmail() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.verifyEmail')}>
      <BeingBuilt />
    </Page>
  );
}
