/** `/settings`: language, units and appearance. */
import { LanguageSelect } from '../features/preferences/LanguageSelect.tsx';
import { ThemeSelect } from '../features/preferences/ThemeSelect.tsx';
import { UnitsForm } from '../features/preferences/UnitsForm.tsx';
import { useTranslation } from '../i18n/I18n.tsx';
import { Card } from '../ui/Card.tsx';
import { Page } from '../ui/Page.tsx';
import { Stack } from '../ui/Stack.tsx';

export default function Settings() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.settings')}>
      <Card title={t('settings.language.title')}>
        <Stack>
          <LanguageSelect />
          <UnitsForm />
        </Stack>
      </Card>
      <Card title={t('settings.look.title')}>
        <ThemeSelect />
      </Card>
    </Page>
  );
}
