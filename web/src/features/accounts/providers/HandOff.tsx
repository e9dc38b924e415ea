/** Finishes a sign-in that ended in another browser, or that still needs the password of the account. */
import { useEffect } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { errorText } from '../../../api/errorText.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { paths } from '../../../paths.ts';
import { readStored } from '../../../storage/store.ts';
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { LinkPasswordForm } from './LinkPasswordForm.tsx';
import { useHandOff } from './mutations.ts';

export function HandOff({ code }: { code: string }) {
  const { t } = useTranslation();
  const { mutate, error, isPending, variables } = useHandOff();
  const verifier = readStored('signInVerifier');
  const proof = { code, ...(verifier !== null && { verifier }) };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each code is tried once
  useEffect(() => mutate(proof), [code]);

  const needsLinkPassword = error instanceof ApiError && error.code === 'link_required';
  if (needsLinkPassword || variables?.password !== undefined) {
    return (
      <LinkPasswordForm
        text={t('auth.provider.linkText')}
        failure="auth.failed"
        error={needsLinkPassword ? null : error}
        isPending={isPending}
        onPassword={(password) => mutate({ ...proof, password })}
      />
    );
  }
  if (!error) return <p role="status">{t('pages.signingIn')}…</p>;
  return (
    <Stack>
      <Problem title={t('auth.failed')} detail={t(errorText(error))} />
      <p>
        <TextLink to={paths.login}>{t('auth.provider.back')}</TextLink>
      </p>
    </Stack>
  );
}
