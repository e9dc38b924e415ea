/** `/about`: who makes Halcyon. */
import { AboutText } from '../../features/info/AboutText.tsx';
import { WithDocument } from '../../features/info/WithDocument.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function About() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.about')}>
      <WithDocument name="about">{(text) => <AboutText text={text} />}</WithDocument>
    </Page>
  );
}
