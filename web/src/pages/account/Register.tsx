/** `/register`: create an account, or switch to the login. */
import { SignInScreen } from '../../features/accounts/signIn/SignInScreen.tsx';
import { LanguageSelect } from '../../features/preferences/LanguageSelect.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function Register() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.register')} layout="narrow">
      <SignInScreen mode="register">
        <LanguageSelect />
      </SignInScreen>
    </Page>
  );
}
