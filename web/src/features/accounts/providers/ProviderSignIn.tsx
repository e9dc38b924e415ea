/** Sign in with a provider that the server has configured. */
import { useState } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { errorText } from '../../../api/errorText.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { type Translation, useTranslation } from '../../../i18n/I18n.tsx';
import type { TextKey } from '../../../i18n/texts.ts';
import { useUrlQuery } from '../../../navigation/navigation.ts';
import { paths } from '../../../paths.ts';
import { useBridge } from '../../../platform/BridgeContext.ts';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { LinkPasswordDialog } from './LinkPasswordDialog.tsx';
import { useProviderSignIn } from './mutations.ts';
import { ProviderButton } from './ProviderButton.tsx';
import styles from './ProviderSignIn.module.css';
import { type Provider, ProviderProblem, rejectedTexts } from './providerErrors.ts';
import { nativeStartUrl, redirectStartUrl } from './redirectUrls.ts';
import {
  type ProviderCredential,
  useProviderNames,
  useProviderPrompt,
  useProviders,
} from './useIdentityProvider.ts';

export function ProviderSignIn() {
  const { t } = useTranslation();
  const bridge = useBridge();
  const providers = useProviders();
  const names = useProviderNames();
  const query = useUrlQuery();
  const returnTo = query.get('next') ?? paths.home;
  const [hasTried, setHasTried] = useState(false);
  const [hasOpenFailed, setHasOpenFailed] = useState(false);
  const [credential, setCredential] = useState<ProviderCredential | null>(null);
  const signIn = useProviderSignIn();
  const { prompt, pending, problem } = useProviderPrompt((answer) => {
    setCredential(answer);
    signIn.mutate(answer);
  });
  const needsLinkPassword =
    signIn.error instanceof ApiError && signIn.error.code === 'link_required';
  const isLinking =
    credential !== null &&
    !signIn.isSuccess &&
    (needsLinkPassword || signIn.variables?.password !== undefined);
  const offersRedirect = problem?.error instanceof ProviderProblem ? problem.provider : null;

  async function handlePress(provider: Provider) {
    setHasTried(true);
    setHasOpenFailed(false);
    signIn.reset();
    setCredential(null);
    if (bridge.kind !== 'natively' && provider !== 'oidc') return prompt(provider);
    // Google does not allow its page in an embedded browser; Apple's page works and returns to the app.
    if (bridge.kind !== 'natively' || provider === 'apple')
      location.assign(redirectStartUrl(provider, returnTo));
    else setHasOpenFailed(!bridge.openExternal(await nativeStartUrl(provider, returnTo)));
  }

  function message(): Message {
    if (hasOpenFailed) return { title: t('auth.cannotOpen') };
    if (problem) return messageOf(problem.provider, problem.error, t);
    if (credential && signIn.error && !isLinking)
      return messageOf(credential.provider, signIn.error, t);
    return hasTried ? { title: undefined } : messageFromUrl(query.get('error'), t);
  }

  if (providers.length === 0) return <Problem {...message()} />;
  return (
    <Stack>
      <Problem {...message()} />
      {offersRedirect && (
        <a className={styles.redirect} href={redirectStartUrl(offersRedirect, returnTo)}>
          {t(`auth.provider.${offersRedirect}Page`)}
        </a>
      )}
      {providers.map((provider) => (
        <ProviderButton
          key={provider}
          provider={provider}
          isPending={
            pending === provider || (signIn.isPending && credential?.provider === provider)
          }
          onPress={() => void handlePress(provider)}
        >
          {t(`auth.provider.${provider}`, { provider: names[provider] })}
        </ProviderButton>
      ))}
      <p className={styles.or}>{t('auth.provider.or')}</p>
      {credential && (
        <LinkPasswordDialog
          isOpen={isLinking}
          onClose={() => setCredential(null)}
          text={t('auth.provider.linkText')}
          failure={rejectedTexts[credential.provider]}
          error={needsLinkPassword ? null : signIn.error}
          isPending={signIn.isPending}
          onPassword={(password) => signIn.mutate({ ...credential, password })}
        />
      )}
    </Stack>
  );
}

const urlTexts = new Map<string, TextKey>([
  ...Object.entries(rejectedTexts),
  ['email_taken', 'errors.code.email_taken'],
  ['identity_taken', 'errors.code.identity_taken'],
  ['sign_ups_closed', 'errors.code.sign_ups_closed'],
  ['provider_down', 'auth.provider.down'],
]);

interface Message {
  title: string | undefined;
  detail?: string;
}

function messageOf(provider: Provider, error: Error, t: Translation['t']): Message {
  if (error instanceof ProviderProblem) return { title: t(error.text) };
  return { title: t(rejectedTexts[provider]), detail: t(errorText(error)) };
}

/** The error that the server puts into the URL after a redirect from the provider's page. */
function messageFromUrl(error: string | null, t: Translation['t']): Message {
  const text = urlTexts.get(error ?? '');
  return { title: text && t(text) };
}
