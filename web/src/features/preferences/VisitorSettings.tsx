/** What visitors set on their device without an account: language, units and theme. Users have the same in their settings. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { loginPathFor, paths, registerPathFor } from '../../paths.ts';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { ThemeSelect } from './ThemeSelect.tsx';
import { UnitsForm } from './UnitsForm.tsx';

export function VisitorSettings() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('settings.visitor.kept')}</p>
      <Card title={t('settings.visitor.title')}>
        <Stack>
          <LanguageSelect />
          <ThemeSelect />
          <UnitsForm />
        </Stack>
      </Card>
      <Card title={t('settings.notifications.title')}>
        <p>
          {t('settings.visitor.notifications')}{' '}
          <TextLink to={loginPathFor(paths.settings)}>{t('auth.form.login')}</TextLink> ·{' '}
          <TextLink to={registerPathFor(paths.settings)}>{t('auth.form.register')}</TextLink>
        </p>
      </Card>
    </>
  );
}
