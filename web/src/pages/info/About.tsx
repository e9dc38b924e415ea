/** `/about`: who makes Halcyon. */
import { AboutText } from '../../features/info/AboutText.tsx';
import { loadDocumentAhead } from '../../features/info/document.ts';
import { WithDocument } from '../../features/info/WithDocument.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import type { Language } from '../../i18n/language.ts';
import { Page } from '../../ui/layout/Page.tsx';

/** @public Called by the loader of the pages. */
export const loadAhead = (language: Language) => loadDocumentAhead('about', language);

export default function About() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.about')}>
      <WithDocument name="about">{(text) => <AboutText text={text} />}</WithDocument>
    </Page>
  );
}
