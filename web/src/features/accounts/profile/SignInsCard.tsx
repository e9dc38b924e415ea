/** How the user signs in, and the providers connected to the account, with buttons to connect and disconnect them. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import { isReauthRequired } from '../../../api/errors.ts';
import type { User } from '../../../api/session/types.ts';
import { failureTexts } from '../../../forms/failureTexts.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { LinkPasswordDialog } from '../providers/LinkPasswordDialog.tsx';
import { useConnectProvider, useDisconnectProvider } from '../providers/mutations.ts';
import { ProviderButton } from '../providers/ProviderButton.tsx';
import { type Provider, ProviderProblem, providerNames } from '../providers/providerErrors.ts';
import {
  type ProviderCredential,
  useProviderPrompt,
  useProviders,
} from '../providers/useIdentityProvider.ts';
import { ConfirmPasswordDialog } from './ConfirmPasswordDialog.tsx';
import styles from './Profile.module.css';
import { profileQueries } from './queries.ts';

export function SignInsCard({ user }: { user: User }) {
  const { t, format } = useTranslation();
  const toasts = useToasts();
  const providers = useProviders();
  const { data: identities = [] } = useQuery(profileQueries.identities(useApi(), user.id));
  const [credential, setCredential] = useState<ProviderCredential | null>(null);
  const connect = useConnectProvider();
  const disconnect = useDisconnectProvider();
  const { prompt, pending, problem } = useProviderPrompt((answer) => {
    setCredential(answer);
    send(answer);
  });
  const isConfirming =
    credential !== null &&
    user.has_password &&
    !connect.isSuccess &&
    (isReauthRequired(connect.error) || connect.variables?.password !== undefined);
  const unconnected = providers.filter(
    (provider) => !identities.some((identity) => identity.provider === provider),
  );

  function send(request: ProviderCredential & { password?: string }) {
    connect.mutate(request, { onSuccess: () => showToast('connected', request.provider) });
  }
  const showToast = (what: 'connected' | 'disconnected', provider: Provider) =>
    toasts.add({
      level: 'app',
      text: t(`profile.signIns.${what}`, { provider: providerNames[provider] }),
    });
  const isConfirmingRemoval =
    user.has_password &&
    !disconnect.isSuccess &&
    (isReauthRequired(disconnect.error) || disconnect.variables?.password !== undefined);
  const error =
    problem?.error ??
    (isConfirmingRemoval ? null : disconnect.error) ??
    (isConfirming ? null : connect.error);

  function remove(request: { provider: Provider; password?: string }) {
    disconnect.mutate(request, { onSuccess: () => showToast('disconnected', request.provider) });
  }

  return (
    <Card title={t('profile.signIns.title')}>
      <Stack>
        <Problem {...(error ? problemTexts(error) : { title: undefined })} />
        <p>
          {user.auth_provider in providerNames
            ? t('profile.signIns.byProvider', {
                provider: providerNames[user.auth_provider as Provider],
              })
            : t(
                user.auth_provider === 'passkey'
                  ? 'profile.signIns.byPasskey'
                  : 'profile.signIns.byEmail',
              )}
        </p>
        {identities.length === 0 && providers.length > 0 && <p>{t('profile.signIns.none')}</p>}
        {identities.length > 0 && (
          <ul className={styles.rows}>
            {identities.map(({ provider, email, linked_at }) => {
              const name = providerNames[provider as Provider];
              return (
                <li key={provider} className={styles.row}>
                  <div>
                    <p className={styles.value}>{name}</p>
                    <p className={styles.detail}>
                      {email && `${email} · `}
                      {t('profile.signIns.since', { date: format.shortDate(linked_at) })}
                    </p>
                  </div>
                  <Button
                    look="secondary"
                    aria-label={t('profile.signIns.disconnectProvider', { provider: name })}
                    isPending={disconnect.isPending}
                    onClick={() => remove({ provider: provider as Provider })}
                  >
                    {t('profile.signIns.disconnect')}
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
        {unconnected.map((provider) => (
          <div key={provider}>
            <ProviderButton
              provider={provider}
              isPending={pending === provider}
              onPress={() => {
                connect.reset();
                prompt(provider);
              }}
            >
              {t('profile.signIns.connect', { provider: providerNames[provider] })}
            </ProviderButton>
          </div>
        ))}
      </Stack>
      {credential && (
        <LinkPasswordDialog
          isOpen={isConfirming}
          onClose={() => setCredential(null)}
          text={t('profile.signIns.confirm', { provider: providerNames[credential.provider] })}
          failure="profile.signIns.failed"
          error={isReauthRequired(connect.error) ? null : connect.error}
          isPending={connect.isPending}
          onPassword={(password) => send({ ...credential, password })}
        />
      )}
      {disconnect.variables && (
        <ConfirmPasswordDialog
          isOpen={isConfirmingRemoval}
          onClose={() => disconnect.reset()}
          title={t('profile.signIns.disconnectProvider', {
            provider: providerNames[disconnect.variables.provider],
          })}
          submitLabel={t('profile.signIns.disconnect')}
          failure="profile.signIns.failed"
          error={isReauthRequired(disconnect.error) ? null : disconnect.error}
          isPending={disconnect.isPending}
          onPassword={(password) =>
            disconnect.variables && remove({ provider: disconnect.variables.provider, password })
          }
        />
      )}
    </Card>
  );

  function problemTexts(failed: Error) {
    if (failed instanceof ProviderProblem) return { title: t(failed.text) };
    return failureTexts(failed, 'profile.signIns.failed', t);
  }
}
