/** `/accessibility-settings`: display, motion and sound, and for visitors also language and units. */
import { AccessibilityForm } from '../../features/accessibility/AccessibilityForm.tsx';
import { SelfTest } from '../../features/accessibility/SelfTest.tsx';
import { LanguageSelect } from '../../features/preferences/LanguageSelect.tsx';
import { ThemeSelect } from '../../features/preferences/ThemeSelect.tsx';
import { UnitsForm } from '../../features/preferences/UnitsForm.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';

export default function Accessibility() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.accessibility')}>
      <AccessibilityForm appearance={<ThemeSelect />}>
        <Card title={t('settings.language.title')}>
          <Stack>
            <LanguageSelect />
            <UnitsForm />
          </Stack>
        </Card>
        <SelfTest />
      </AccessibilityForm>
    </Page>
  );
}
