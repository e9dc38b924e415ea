/** `/terms-conditions`: the rules of use. */
import { useTranslation } from '../i18n/I18n.tsx';
import { Page } from '../ui/Page.tsx';
import { BeingBuilt } from './BeingBuilt.tsx';

export default function Terms() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.terms')}>
      <BeingBuilt />
    </Page>
  );
}
