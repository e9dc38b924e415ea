/** `/accessibility-settings`: display, motion and sound; above them, for visitors, the settings that users have on `/settings`. */
import { useAuth } from '../../api/session/useSession.ts';
import { AccessibilityForm } from '../../features/accessibility/AccessibilityForm.tsx';
import { SelfTest } from '../../features/accessibility/SelfTest.tsx';
import { VisitorSettings } from '../../features/preferences/VisitorSettings.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function Accessibility() {
  const { t } = useTranslation();
  const { isAuthenticated, loading } = useAuth();
  const isVisitor = !isAuthenticated && !loading;
  return (
    <Page title={t(isVisitor ? 'pages.visitorSettings' : 'pages.accessibility')}>
      {isVisitor ? (
        <VisitorSettings />
      ) : (
        <p>
          {t('accessibility.otherSettings')}{' '}
          <TextLink to={paths.settings}>{t('pages.settings')}</TextLink>
        </p>
      )}
      <AccessibilityForm>
        <SelfTest />
      </AccessibilityForm>
    </Page>
  );
}
