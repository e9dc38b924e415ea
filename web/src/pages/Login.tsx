/** `/login`: sign in, or go on to make an account. */
import { useLocation } from 'react-router';
import { LoginForm } from '../features/accounts/LoginForm.tsx';
import { LanguageSelect } from '../features/preferences/LanguageSelect.tsx';
import { useTranslation } from '../i18n/I18n.tsx';
import { paths } from '../paths.ts';
import { Card } from '../ui/Card.tsx';
import { Page } from '../ui/Page.tsx';
import { TextLink } from '../ui/TextLink.tsx';

export default function Login() {
  const { t } = useTranslation();
  const { search } = useLocation();
  return (
    <Page title={t('pages.login')}>
      <Card>
        <LoginForm />
      </Card>
      <p>
        {t('auth.form.noAccount')}{' '}
        <TextLink to={`${paths.register}${search}`}>{t('pages.register')}</TextLink>
      </p>
      <LanguageSelect />
    </Page>
  );
}
