/** `/settings`: language, units, appearance and notifications, saved at once. */
import { LanguageSelect } from '../features/preferences/LanguageSelect.tsx';
import { NotificationsForm } from '../features/preferences/NotificationsForm.tsx';
import { ThemeSelect } from '../features/preferences/ThemeSelect.tsx';
import { UnitsForm } from '../features/preferences/UnitsForm.tsx';
import { useSaveToasts } from '../features/preferences/useSaveToasts.ts';
import { PushControl } from '../features/push/PushControl.tsx';
import { useTranslation } from '../i18n/I18n.tsx';
import { paths } from '../paths.ts';
import { Card } from '../ui/Card.tsx';
import { Page } from '../ui/Page.tsx';
import { Stack } from '../ui/Stack.tsx';
import { TextLink } from '../ui/TextLink.tsx';

export default function Settings() {
  const { t } = useTranslation();
  useSaveToasts();
  return (
    <Page title={t('pages.settings')}>
      <Card title={t('settings.language.title')}>
        <Stack>
          <LanguageSelect />
          <UnitsForm />
        </Stack>
      </Card>
      <Card title={t('settings.look.title')}>
        <Stack>
          <ThemeSelect />
          <p>
            <TextLink to={paths.accessibility}>{t('pages.accessibility')}</TextLink>
          </p>
        </Stack>
      </Card>
      <Card title={t('settings.notifications.title')}>
        <Stack>
          <NotificationsForm pushControl={<PushControl />} />
          <p>
            <TextLink to={paths.notices}>{t('settings.notifications.sent')}</TextLink>
          </p>
        </Stack>
      </Card>
    </Page>
  );
}
