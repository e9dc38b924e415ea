/** `/settings`: units, language and notifications. */
import { useTranslation } from '../i18n/I18n.tsx';
import { Page } from '../ui/Page.tsx';
import { BeingBuilt } from './BeingBuilt.tsx';

export default function Settings() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.settings')}>
      <BeingBuilt />
    </Page>
  );
}
