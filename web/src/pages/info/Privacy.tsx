/** `/privacy-policy`: what data is stored and why. */
import { LegalText } from '../../features/info/LegalText.tsx';
import { WithDocument } from '../../features/info/WithDocument.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function Privacy() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.privacy')}>
      <WithDocument name="privacy">{(text) => <LegalText text={text} />}</WithDocument>
    </Page>
  );
}
