/** Sign in with Google or Apple, where the server knows them. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../../api/errors.ts';
import { errorText } from '../../../api/errorText.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { paths } from '../../../paths.ts';
import { useBridge } from '../../../platform/BridgeContext.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { useProviderSignIn } from './mutations.ts';
import { nativeStart, redirectStart } from './native.ts';
import { PasswordQuestion } from './PasswordQuestion.tsx';
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
  const [pressed, setPressed] = useState<Provider | null>(null);
  const [cannotOpen, setCannotOpen] = useState(false);
  const [vouched, setVouched] = useState<Vouched | null>(null);
  const signIn = useProviderSignIn();
  const { ask, asking, problem } = useAskProvider((answer) => {
    setVouched(answer);
    signIn.mutate(answer);
  });
  const isLinking =
    vouched !== null &&
    !signIn.isSuccess &&
    (isLinkQuestion(signIn.error) || signIn.variables?.password !== undefined);

  async function handlePress(provider: Provider) {
    setPressed(provider);
    setCannotOpen(false);
    signIn.reset();
    setVouched(null);
    if (bridge.kind !== 'natively') return ask(provider);
    // The app's own window cannot hold Google's page; Apple's returns into it.
    if (provider === 'apple') location.assign(redirectStart('apple', returnTo));
    else setCannotOpen(!bridge.openExternal(await nativeStart(returnTo)));
  }

  function told() {
    if (cannotOpen) return { title: t('auth.cannotOpen') };
    if (problem) return toldOf(problem.provider, problem.error);
    if (signIn.error && !isLinking && vouched) return toldOf(vouched.provider, signIn.error);
    return pressed ? { title: undefined } : fromAddress(query.get('error'));
  }

  function toldOf(provider: Provider, error: Error) {
    if (error instanceof ProviderProblem) return { title: t(error.text) };
    return { title: t(refusedTexts[provider]), detail: t(errorText(error)) };
  }

  /** What went wrong on the way back from a provider's own page. */
  function fromAddress(error: string | null) {
    if (error === 'google' || error === 'apple') return { title: t(refusedTexts[error]) };
    return { title: error === 'email_taken' ? t('errors.code.email_taken') : undefined };
  }

  if (providers.length === 0) return <Problem {...fromAddress(query.get('error'))} />;
  const offersRedirect = problem?.error instanceof ProviderProblem && problem.provider;
  return (
    <Stack>
      <Problem {...told()} />
      {offersRedirect && (
        <a className={styles.redirect} href={redirectStart(offersRedirect, returnTo)}>
          {t(
            offersRedirect === 'google'
              ? 'auth.provider.redirectGoogle'
              : 'auth.provider.redirectApple',
          )}
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
      <Dialog
        isOpen={isLinking}
        onClose={() => setVouched(null)}
        title={t('auth.provider.linkTitle')}
        actions={
          <Button look="secondary" onClick={() => setVouched(null)}>
            {t('app.cancel')}
          </Button>
        }
      >
        {vouched && (
          <PasswordQuestion
            text={t('auth.provider.linkText')}
            failure={refusedTexts[vouched.provider]}
            error={isLinkQuestion(signIn.error) ? null : signIn.error}
            isPending={signIn.isPending}
            onPassword={(password) => signIn.mutate({ ...vouched, password })}
          />
        )}
      </Dialog>
    </Stack>
  );
}

function isLinkQuestion(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'link_required';
}
