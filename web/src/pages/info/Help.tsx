/** `/help`: questions and answers, keyboard shortcuts, accessibility statement, installing, and the tour again. */
import { AccessibilityStatement } from '../../features/info/AccessibilityStatement.tsx';
import { loadDocumentAhead } from '../../features/info/document.ts';
import { HelpQuestions } from '../../features/info/HelpQuestions.tsx';
import { WithDocument } from '../../features/info/WithDocument.tsx';
import { ShortcutList } from '../../features/shortcuts/ShortcutList.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import type { Language } from '../../i18n/language.ts';
import { useNavigate } from '../../navigation/navigation.ts';
import { paths } from '../../paths.ts';
import { useInstall } from '../../platform/install.ts';
import { writeStored } from '../../storage/store.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';

/** @public Called by the loader of the pages. */
export const loadAhead = (language: Language) => loadDocumentAhead('help', language);

export default function Help() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  function handleIntroduction() {
    writeStored('onboardingSeen', false);
    navigate(paths.home);
  }
  return (
    <Page title={t('pages.help')}>
      <WithDocument name="help">{(text) => <HelpQuestions text={text} />}</WithDocument>
      <Card title={t('shortcuts.title')}>
        <ShortcutList />
      </Card>
      <WithDocument name="accessibility">
        {(text) => <AccessibilityStatement text={text} />}
      </WithDocument>
      <Install />
      <Card title={t('help.again.title')}>
        <Stack>
          <p>{t('help.again.text')}</p>
          <div>
            <Button look="secondary" onClick={handleIntroduction}>
              {t('help.again.action')}
            </Button>
          </div>
        </Stack>
      </Card>
      <p>
        <TextLink to={paths.accessibility}>{t('help.accessibility')}</TextLink> ·{' '}
        <TextLink to={paths.contact}>{t('help.contact')}</TextLink> ·{' '}
        <TextLink to={paths.about}>{t('pages.about')}</TextLink>
      </p>
    </Page>
  );
}

/** Only where the browser offers it. */
function Install() {
  const { t } = useTranslation();
  const install = useInstall();
  if (!install) return null;
  return (
    <Card title={t('install.title')}>
      <Stack>
        <p>{t('install.text')}</p>
        <div>
          <Button look="secondary" onClick={install}>
            {t('install.entry')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
