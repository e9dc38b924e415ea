/** `/locations`: search, saved places and the current position. */
import { useTranslation } from '../i18n/I18n.tsx';
import { Page } from '../ui/Page.tsx';
import { BeingBuilt } from './BeingBuilt.tsx';

export default function Locations() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.locations')}>
      <BeingBuilt />
    </Page>
  );
}
