/** `/terms-conditions`: the terms of use. */

import { loadDocumentAhead } from '../../features/info/document.ts';
import { LegalText } from '../../features/info/LegalText.tsx';
import { WithDocument } from '../../features/info/WithDocument.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import type { Language } from '../../i18n/language.ts';
import { Page } from '../../ui/layout/Page.tsx';

/** @public Called by the loader of the pages. */
export const loadAhead = (language: Language) => loadDocumentAhead('terms', language);

export default function Terms() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.terms')}>
      <WithDocument name="terms">{(text) => <LegalText text={text} />}</WithDocument>
    </Page>
  );
}
