/** `/privacy-policy`: what we keep and why. */
import { useTranslation } from '../i18n/I18n.tsx';
import { Page } from '../ui/Page.tsx';
import { BeingBuilt } from './BeingBuilt.tsx';

export default function Privacy() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.privacy')}>
      <BeingBuilt />
    </Page>
  );
}
