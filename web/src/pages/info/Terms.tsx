/** `/terms-conditions`: the terms of use. */
import { LegalText } from '../../features/info/LegalText.tsx';
import { WithDocument } from '../../features/info/WithDocument.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function Terms() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.terms')}>
      <WithDocument name="terms">{(text) => <LegalText text={text} />}</WithDocument>
    </Page>
  );
}
