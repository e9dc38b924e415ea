/** `/help`: questions and answers. */
import { useTranslation } from '../i18n/I18n.tsx';
import { Page } from '../ui/Page.tsx';
import { BeingBuilt } from './BeingBuilt.tsx';

export default function Help() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.help')}>
      <BeingBuilt />
    </Page>
  );
}
