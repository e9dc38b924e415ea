/** How the user signs in, and the providers connected to the account, with buttons to connect and disconnect them. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import type { User } from '../../../api/session/types.ts';
import { failureTexts } from '../../../forms/failureTexts.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { useProviderPage } from '../providers/mutations.ts';
import { ProviderButton } from '../providers/ProviderButton.tsx';
import { type Provider, ProviderProblem } from '../providers/providerErrors.ts';
import {
  useProviderNames,
  useProviderPrompt,
  useProviders,
} from '../providers/useIdentityProvider.ts';
import styles from './Profile.module.css';
import { profileQueries } from './queries.ts';
import { useConnectProvider, useDisconnectProvider } from './signInMutations.ts';

export function SignInsCard({ user }: { user: User }) {
  const { t, format } = useTranslation();
  const toasts = useToasts();
  const providers = useProviders();
  const providerNames = useProviderNames();
  const { data: identities = [] } = useQuery(profileQueries.identities(useApi(), user.id));
  const connect = useConnectProvider();
  const disconnect = useDisconnectProvider();
  const page = useProviderPage('connect');
  const { prompt, pending, problem } = useProviderPrompt((credential) =>
    connect.mutate(credential, { onSuccess: () => showToast('connected', credential.provider) }),
  );
  const unconnected = providers.filter(
    (provider) => !identities.some((identity) => identity.provider === provider),
  );
  const showToast = (what: 'connected' | 'disconnected', provider: Provider) =>
    toasts.add({
      level: 'app',
      text: t(`profile.signIns.${what}`, { provider: providerNames[provider] }),
    });
  const error = problem?.error ?? disconnect.error ?? connect.error ?? page.error;

  function remove(provider: Provider) {
    disconnect.mutate(provider, { onSuccess: () => showToast('disconnected', provider) });
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
                    onClick={() => remove(provider as Provider)}
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
              isPending={provider === 'oidc' ? page.isPending : pending === provider}
              onPress={() => {
                connect.reset();
                if (provider === 'oidc') page.mutate();
                else prompt(provider);
              }}
            >
              {t('profile.signIns.connect', { provider: providerNames[provider] })}
            </ProviderButton>
          </div>
        ))}
      </Stack>
    </Card>
  );

  function problemTexts(failed: Error) {
    if (failed instanceof ProviderProblem) return { title: t(failed.text) };
    return failureTexts(failed, 'profile.signIns.failed', t);
  }
}
