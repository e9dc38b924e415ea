/** `/register`: make an account, or go back to sign in. */
import { useLocation } from 'react-router';
import { RegisterForm } from '../features/accounts/RegisterForm.tsx';
import { useTranslation } from '../i18n/I18n.tsx';
import { paths } from '../paths.ts';
import { Card } from '../ui/Card.tsx';
import { Page } from '../ui/Page.tsx';
import { TextLink } from '../ui/TextLink.tsx';

export default function Register() {
  const { t } = useTranslation();
  const { search } = useLocation();
  return (
    <Page title={t('pages.register')}>
      <Card>
        <RegisterForm />
      </Card>
      <p>
        {t('auth.form.haveAccount')}{' '}
        <TextLink to={`${paths.login}${search}`}>{t('pages.login')}</TextLink>
      </p>
    </Page>
  );
}
