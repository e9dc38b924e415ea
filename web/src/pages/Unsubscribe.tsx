/** `/unsubscribe`: ends e-mails by the link from one. */
import { useTranslation } from '../i18n/I18n.tsx';
import { Page } from '../ui/Page.tsx';
import { BeingBuilt } from './BeingBuilt.tsx';

export default function Unsubscribe() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.unsubscribe')}>
      <BeingBuilt />
    </Page>
  );
}
