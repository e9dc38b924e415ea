/** One dialog for every sensitive action of the profile: the user confirms with password, passkey or provider. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import type { User } from '../../../api/session/types.ts';
import { failureTexts } from '../../../forms/failureTexts.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { PasswordForm } from '../PasswordForm.tsx';
import { usePasskeys } from '../passkeys/usePasskeys.ts';
import { profileQueries } from '../profile/queries.ts';
import { useProviderPage } from '../providers/mutations.ts';
import { ProviderButton } from '../providers/ProviderButton.tsx';
import { ProviderProblem } from '../providers/providerErrors.ts';
import {
  useProviderNames,
  useProviderPrompt,
  useProviders,
} from '../providers/useIdentityProvider.ts';
import { PasswordAndFactorForm } from '../secondFactor/PasswordAndFactorForm.tsx';
import { ConfirmationContext } from './confirmation.ts';
import { useConfirm, usePasskeyConfirmation } from './mutations.ts';

interface ConfirmationProviderProps {
  user: User;
  children: ReactNode;
}

export function ConfirmationProvider({ user, children }: ConfirmationProviderProps) {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  const ask = () =>
    new Promise<boolean>((resolve) =>
      setAnswer(() => (isConfirmed: boolean) => {
        setAnswer(null);
        resolve(isConfirmed);
      }),
    );
  return (
    <ConfirmationContext value={ask}>
      {children}
      {answer && <ConfirmationDialog user={user} onAnswer={answer} />}
    </ConfirmationContext>
  );
}

interface ConfirmationDialogProps {
  user: User;
  onAnswer: (isConfirmed: boolean) => void;
}

function ConfirmationDialog({ user, onAnswer }: ConfirmationDialogProps) {
  const { t } = useTranslation();
  const api = useApi();
  const handleConfirmed = () => onAnswer(true);
  const confirm = useConfirm(handleConfirmed);
  const passkey = usePasskeyConfirmation(handleConfirmed);
  const page = useProviderPage('confirm');
  const providerNames = useProviderNames();
  const prompt = useProviderPrompt(({ provider, token }) =>
    confirm.mutate({ provider: { provider, token } }),
  );
  const { data: passkeys = [] } = useQuery(profileQueries.passkeys(api, user.id));
  const { data: identities = [] } = useQuery(profileQueries.identities(api, user.id));
  const hasPasskey = usePasskeys() && passkeys.length > 0;
  const connected = useProviders().filter((provider) =>
    identities.some((identity) => identity.provider === provider),
  );
  const byPassword = confirm.variables?.password !== undefined;
  const otherError =
    prompt.problem?.error ?? page.error ?? passkey.error ?? (byPassword ? null : confirm.error);

  return (
    <Dialog
      isOpen
      onClose={() => onAnswer(false)}
      title={t('profile.confirm.title')}
      actions={
        <Button look="secondary" onClick={() => onAnswer(false)}>
          {t('app.cancel')}
        </Button>
      }
    >
      <Stack>
        <p>{t('profile.confirm.text')}</p>
        <Problem {...problemTexts()} />
        {hasPasskey && (
          <Button look="secondary" isPending={passkey.isPending} onClick={() => passkey.mutate()}>
            {t('profile.confirm.passkey')}
          </Button>
        )}
        {connected.map((provider) => (
          <ProviderButton
            key={provider}
            provider={provider}
            isPending={provider === 'oidc' ? page.isPending : prompt.pending === provider}
            onPress={() => (provider === 'oidc' ? page.mutate() : prompt.prompt(provider))}
          >
            {t('profile.confirm.provider', { provider: providerNames[provider] })}
          </ProviderButton>
        ))}
        {user.has_password && user.has_second_factor && (
          <PasswordAndFactorForm
            submitLabel={t('profile.confirm.password')}
            failure="profile.confirm.failed"
            error={byPassword ? confirm.error : null}
            isPending={confirm.isPending && byPassword}
            onSubmit={confirm.mutate}
          />
        )}
        {user.has_password && !user.has_second_factor && (
          <PasswordForm
            submitLabel={t('profile.confirm.password')}
            failure="profile.confirm.failed"
            error={byPassword ? confirm.error : null}
            isPending={confirm.isPending && byPassword}
            onPassword={(password) => confirm.mutate({ password })}
          />
        )}
        {!hasPasskey && !user.has_password && connected.length === 0 && (
          <p>{t('profile.confirm.signInAgain')}</p>
        )}
      </Stack>
    </Dialog>
  );

  function problemTexts() {
    if (!otherError) return { title: undefined };
    if (otherError instanceof ProviderProblem) return { title: t(otherError.text) };
    return failureTexts(otherError, 'profile.confirm.failed', t);
  }
}
