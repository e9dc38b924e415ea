/** Sign in with Google or Apple, where the server knows them. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../../api/errors.ts';
import { errorText } from '../../../api/errorText.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { type Translation, useTranslation } from '../../../i18n/I18n.tsx';
import { paths } from '../../../paths.ts';
import { useBridge } from '../../../platform/BridgeContext.ts';
import { Stack } from '../../../ui/Stack.tsx';
import { LinkPasswordDialog } from './LinkPasswordDialog.tsx';
import { useProviderSignIn } from './mutations.ts';
import { ProviderButton } from './ProviderButton.tsx';
import styles from './ProviderSignIn.module.css';
import { type Provider, ProviderProblem, refusedTexts } from './providerErrors.ts';
import { nativeStartUrl, redirectStartUrl } from './redirectUrls.ts';
import { type ProviderCredential, useProviderPrompt, useProviders } from './useIdentityProvider.ts';

export function ProviderSignIn() {
  const { t } = useTranslation();
  const bridge = useBridge();
  const providers = useProviders();
  const [query] = useSearchParams();
  const returnTo = query.get('next') ?? paths.home;
  const [hasTried, setHasTried] = useState(false);
  const [cannotOpen, setCannotOpen] = useState(false);
  const [credential, setCredential] = useState<ProviderCredential | null>(null);
  const signIn = useProviderSignIn();
  const { ask, asking, problem } = useProviderPrompt((answer) => {
    setCredential(answer);
    signIn.mutate(answer);
  });
  const isLinkQuestion = signIn.error instanceof ApiError && signIn.error.code === 'link_required';
  const isLinking =
    credential !== null &&
    !signIn.isSuccess &&
    (isLinkQuestion || signIn.variables?.password !== undefined);
  const offersRedirect = problem?.error instanceof ProviderProblem ? problem.provider : null;

  async function handlePress(provider: Provider) {
    setHasTried(true);
    setCannotOpen(false);
    signIn.reset();
    setCredential(null);
    if (bridge.kind !== 'natively') return ask(provider);
    // The app's own window cannot hold Google's page; Apple's returns into it.
    if (provider === 'apple') location.assign(redirectStartUrl('apple', returnTo));
    else setCannotOpen(!bridge.openExternal(await nativeStartUrl(returnTo)));
  }

  function told(): Told {
    if (cannotOpen) return { title: t('auth.cannotOpen') };
    if (problem) return toldOf(problem.provider, problem.error, t);
    if (credential && signIn.error && !isLinking)
      return toldOf(credential.provider, signIn.error, t);
    return hasTried ? { title: undefined } : toldByAddress(query.get('error'), t);
  }

  if (providers.length === 0) return <Problem {...told()} />;
  return (
    <Stack>
      <Problem {...told()} />
      {offersRedirect && (
        <a className={styles.redirect} href={redirectStartUrl(offersRedirect, returnTo)}>
          {t(`auth.provider.${offersRedirect}Page`)}
        </a>
      )}
      {providers.map((provider) => (
        <ProviderButton
          key={provider}
          provider={provider}
          isPending={asking === provider || (signIn.isPending && credential?.provider === provider)}
          onPress={() => void handlePress(provider)}
        >
          {t(`auth.provider.${provider}`)}
        </ProviderButton>
      ))}
      <p className={styles.or}>{t('auth.provider.or')}</p>
      {credential && (
        <LinkPasswordDialog
          isOpen={isLinking}
          onClose={() => setCredential(null)}
          text={t('auth.provider.linkText')}
          failure={refusedTexts[credential.provider]}
          error={isLinkQuestion ? null : signIn.error}
          isPending={signIn.isPending}
          onPassword={(password) => signIn.mutate({ ...credential, password })}
        />
      )}
    </Stack>
  );
}

interface Told {
  title: string | undefined;
  detail?: string;
}

function toldOf(provider: Provider, error: Error, t: Translation['t']): Told {
  if (error instanceof ProviderProblem) return { title: t(error.text) };
  return { title: t(refusedTexts[provider]), detail: t(errorText(error)) };
}

/** What went wrong on the way back from a provider's own page. */
function toldByAddress(error: string | null, t: Translation['t']): Told {
  if (error === 'google' || error === 'apple') return { title: t(refusedTexts[error]) };
  return { title: error === 'email_taken' ? t('errors.code.email_taken') : undefined };
}
