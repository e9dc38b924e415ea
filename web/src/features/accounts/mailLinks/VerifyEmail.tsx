/** Confirms an address with the link from a mail: by a button, and outside a session with the password of the account. */
import { ApiError } from '../../../api/errors.ts';
import { errorText } from '../../../api/errorText.ts';
import { useAuth } from '../../../api/session/useSession.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { ForgotPassword } from '../ForgotPassword.tsx';
import { useVerifyEmail } from '../mutations.ts';
import { PasswordForm } from '../PasswordForm.tsx';
import { ResendVerification } from '../ResendVerification.tsx';

export function VerifyEmail({ token }: { token: string | null }) {
  const { t } = useTranslation();
  const { loading } = useAuth();
  const { mutate: verify, isSuccess, isPending, error, variables } = useVerifyEmail();

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
  if (token === null || isFinal(error)) return <InvalidLink error={error} />;
  if (hasCode(error, 'reauth_required') || variables?.password !== undefined) {
    return (
      <Stack>
        <p>{t('verify.password')}</p>
        <PasswordForm
          submitLabel={t('verify.confirm')}
          failure="verify.failed"
          error={hasCode(error, 'reauth_required') ? null : error}
          isPending={isPending}
          onPassword={(password) => verify({ token, password })}
        />
        <p>{t('verify.notYours')}</p>
        <ForgotPassword label={t('auth.forgot.open')} look="secondary" email="" />
      </Stack>
    );
  }
  return (
    <Stack>
      <Problem
        title={error ? t('verify.failed') : undefined}
        detail={error ? t(errorText(error)) : null}
      />
      <p>{t('verify.text')}</p>
      <div>
        {/* Waits for the session, because the server asks for it. */}
        <Button isPending={isPending || loading} onClick={() => verify({ token })}>
          {t('verify.confirm')}
        </Button>
      </div>
    </Stack>
  );
}

function InvalidLink({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  const { user } = useAuth();
  const needsSignIn = ['no_password', 'second_factor_required'].some((code) =>
    hasCode(error, code),
  );
  return (
    <Stack>
      <Problem
        title={t('verify.failed')}
        detail={t(error && !needsSignIn ? errorText(error) : invalidText(needsSignIn))}
      />
      {user?.email && !user.email_verified ? (
        <ResendVerification email={user.email} />
      ) : (
        <p>
          {!needsSignIn && t('verify.loginFirst')}{' '}
          <TextLink to={paths.login}>{t('auth.form.login')}</TextLink>
        </p>
      )}
    </Stack>
  );
}

const invalidText = (needsSignIn: boolean) =>
  needsSignIn ? 'verify.signInFirst' : 'errors.code.link_invalid';

/** Trying again does not help. */
const isFinal = (error: Error | null) =>
  ['link_invalid', 'email_taken', 'no_password', 'second_factor_required'].some((code) =>
    hasCode(error, code),
  );

function hasCode(error: Error | null, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
