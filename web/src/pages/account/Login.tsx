/** `/login`: sign in, or switch to the registration. */
import { SignInScreen } from '../../features/accounts/signIn/SignInScreen.tsx';
import { LanguageSelect } from '../../features/preferences/LanguageSelect.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function Login() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.login')} layout="narrow">
      <SignInScreen mode="login">
        <LanguageSelect />
      </SignInScreen>
    </Page>
  );
}
