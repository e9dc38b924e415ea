/** `/profile`: personal data, sign-in methods, sessions, data export and account deletion. */
import { useAuth } from '../../api/session/useSession.ts';
import { ConfirmationProvider } from '../../features/accounts/confirmation/Confirmation.tsx';
import { DataCard } from '../../features/accounts/profile/DataCard.tsx';
import { DeleteAccount } from '../../features/accounts/profile/DeleteAccount.tsx';
import { EmailCard } from '../../features/accounts/profile/EmailCard.tsx';
import { PasskeysCard } from '../../features/accounts/profile/PasskeysCard.tsx';
import { PasswordCard } from '../../features/accounts/profile/PasswordCard.tsx';
import { ProfileForm } from '../../features/accounts/profile/ProfileForm.tsx';
import { ProviderOutcome } from '../../features/accounts/profile/ProviderOutcome.tsx';
import { SessionsCard } from '../../features/accounts/profile/SessionsCard.tsx';
import { SignInsCard } from '../../features/accounts/profile/SignInsCard.tsx';
import { SecondFactorCard } from '../../features/accounts/secondFactor/SecondFactorCard.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useNavigate, useUrlQuery } from '../../navigation/navigation.ts';
import { paths, profileDeletion } from '../../paths.ts';
import { Page } from '../../ui/layout/Page.tsx';

export default function Profile() {
  const { t } = useTranslation();
  const { user } = useAuth();
  const query = useUrlQuery();
  const navigate = useNavigate();
  const handleDeletionOpen = (isOpen: boolean) =>
    navigate(isOpen ? profileDeletion : paths.profile, { replace: true });

  return (
    <Page title={t('pages.profile')}>
      {user && (
        <ConfirmationProvider user={user}>
          <ProviderOutcome />
          <ProfileForm user={user} />
          <EmailCard user={user} />
          <PasswordCard user={user} />
          <SignInsCard user={user} />
          <SecondFactorCard user={user} />
          <PasskeysCard user={user} />
          <SessionsCard userId={user.id} />
          <DataCard />
          <DeleteAccount
            isOpen={query.get('delete') === 'true'}
            onOpenChange={handleDeletionOpen}
          />
        </ConfirmationProvider>
      )}
    </Page>
  );
}
