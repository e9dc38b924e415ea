/** `/privacy-policy`: what data is stored and why. */

import { loadDocumentAhead } from '../../features/info/document.ts';
import { LegalText } from '../../features/info/LegalText.tsx';
import { WithDocument } from '../../features/info/WithDocument.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import type { Language } from '../../i18n/language.ts';
import { Page } from '../../ui/layout/Page.tsx';

/** @public Called by the loader of the pages. */
export const loadAhead = (language: Language) => loadDocumentAhead('privacy', language);

export default function Privacy() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.privacy')}>
      <WithDocument name="privacy">{(text) => <LegalText text={text} />}</WithDocument>
    </Page>
  );
}
