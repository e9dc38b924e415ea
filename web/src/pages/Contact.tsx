/** `/contact`: how to reach us. */
import { useTranslation } from '../i18n/I18n.tsx';
import { Page } from '../ui/Page.tsx';
import { BeingBuilt } from './BeingBuilt.tsx';

export default function Contact() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.contact')}>
      <BeingBuilt />
    </Page>
  );
}
