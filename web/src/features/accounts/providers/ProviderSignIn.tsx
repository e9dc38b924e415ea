/** Sign in with Google or Apple, where the server knows them. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../../api/errors.ts';
import { errorText } from '../../../api/errorText.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { type Translation, useTranslation } from '../../../i18n/I18n.tsx';
import { paths } from '../../../paths.ts';
import { useBridge } from '../../../platform/BridgeContext.ts';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useProviderSignIn } from './mutations.ts';
import { nativeStart, redirectStart } from './native.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import styles from './ProviderSignIn.module.css';
import { type Provider, ProviderProblem, refusedTexts } from './problem.ts';
import { useAskProvider, useProviders, type Vouched } from './useProvider.ts';

export function ProviderSignIn() {
  const { t } = useTranslation();
  const bridge = useBridge();
  const providers = useProviders();
  const [query] = useSearchParams();
  const returnTo = query.get('next') ?? paths.home;
  const [hasTried, setHasTried] = useState(false);
  const [cannotOpen, setCannotOpen] = useState(false);
  const [vouched, setVouched] = useState<Vouched | null>(null);
  const signIn = useProviderSignIn();
  const { ask, asking, problem } = useAskProvider((answer) => {
    setVouched(answer);
    signIn.mutate(answer);
  });
  const isLinkQuestion = signIn.error instanceof ApiError && signIn.error.code === 'link_required';
  const isLinking =
    vouched !== null &&
    !signIn.isSuccess &&
    (isLinkQuestion || signIn.variables?.password !== undefined);
  const offersRedirect = problem?.error instanceof ProviderProblem ? problem.provider : null;

  async function handlePress(provider: Provider) {
    setHasTried(true);
    setCannotOpen(false);
    signIn.reset();
    setVouched(null);
    if (bridge.kind !== 'natively') return ask(provider);
    // The app's own window cannot hold Google's page; Apple's returns into it.
    if (provider === 'apple') location.assign(redirectStart('apple', returnTo));
    else setCannotOpen(!bridge.openExternal(await nativeStart(returnTo)));
  }

  function told(): Told {
    if (cannotOpen) return { title: t('auth.cannotOpen') };
    if (problem) return toldOf(problem.provider, problem.error, t);
    if (vouched && signIn.error && !isLinking) return toldOf(vouched.provider, signIn.error, t);
    return hasTried ? { title: undefined } : toldByAddress(query.get('error'), t);
  }

  if (providers.length === 0) return <Problem {...told()} />;
  return (
    <Stack>
      <Problem {...told()} />
      {offersRedirect && (
        <a className={styles.redirect} href={redirectStart(offersRedirect, returnTo)}>
          {t(`auth.provider.${offersRedirect}Page`)}
        </a>
      )}
      {providers.map((provider) => (
        <ProviderButton
          key={provider}
          provider={provider}
          isPending={asking === provider || (signIn.isPending && vouched?.provider === provider)}
          onPress={() => void handlePress(provider)}
        >
          {t(`auth.provider.${provider}`)}
        </ProviderButton>
      ))}
      <p className={styles.or}>{t('auth.provider.or')}</p>
      {vouched && (
        <PasswordDialog
          isOpen={isLinking}
          onClose={() => setVouched(null)}
          text={t('auth.provider.linkText')}
          failure={refusedTexts[vouched.provider]}
          error={isLinkQuestion ? null : signIn.error}
          isPending={signIn.isPending}
          onPassword={(password) => signIn.mutate({ ...vouched, password })}
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
