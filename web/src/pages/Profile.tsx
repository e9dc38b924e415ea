/** `/profile`: name, e-mail, password and account deletion. */
import { useTranslation } from '../i18n/I18n.tsx';
import { Page } from '../ui/Page.tsx';
import { BeingBuilt } from './BeingBuilt.tsx';

export default function Profile() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.profile')}>
      <BeingBuilt />
    </Page>
  );
}
