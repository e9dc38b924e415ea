/** `/accessibility-settings`: how Halcyon looks, moves and sounds for this person. */
import { useTranslation } from '../i18n/I18n.tsx';
import { Page } from '../ui/Page.tsx';
import { BeingBuilt } from './BeingBuilt.tsx';

export default function Accessibility() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.accessibility')}>
      <BeingBuilt />
    </Page>
  );
}
