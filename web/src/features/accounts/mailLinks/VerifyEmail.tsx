/** Confirms an address with the link from a mail when the page opens. */
import { useEffect } from 'react';
import { errorText } from '../../../api/errorText.ts';
import { useAuth } from '../../../api/session/useSession.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { paths } from '../../../paths.ts';
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useVerifyEmail } from '../mutations.ts';
import { ResendVerification } from '../ResendVerification.tsx';

export function VerifyEmail({ token }: { token: string | null }) {
  const { t } = useTranslation();
  const { user, loading } = useAuth();
  const { mutate: verify, isSuccess, error } = useVerifyEmail();
  useEffect(() => {
    // Waits for the session, because the confirmation updates the signed-in user.
    if (token !== null && !loading) verify(token);
  }, [token, loading, verify]);

  if (isSuccess) {
    return (
      <Stack>
        <p role="status">{t('verify.done')}</p>
        <p>
          <TextLink to={paths.home}>{t('pages.soon.home')}</TextLink>
        </p>
      </Stack>
    );
  }
  if (token !== null && error === null) return <p role="status">{t('verify.pending')}</p>;
  return (
    <Stack>
      <Problem
        title={t('verify.failed')}
        detail={t(error ? errorText(error) : 'errors.code.link_invalid')}
      />
      {user?.email && !user.email_verified ? (
        <ResendVerification email={user.email} />
      ) : (
        <p>
          {t('verify.loginFirst')} <TextLink to={paths.login}>{t('pages.login')}</TextLink>
        </p>
      )}
    </Stack>
  );
}
