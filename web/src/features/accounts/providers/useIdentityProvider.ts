/** Runs the sign-in prompt of an identity provider and returns its credential. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import { responseData } from '../../../api/client.ts';
import { configQuery } from '../../../api/config.ts';
import { signInWithApple } from './apple.ts';
import { signInWithGoogle } from './google.ts';
import { type Provider, ProviderCancelled, type ScriptProvider } from './providerErrors.ts';

/** What a provider returns; only Apple sends the name, and only once. */
export interface ProviderCredential {
  provider: ScriptProvider;
  token: string;
  code?: string;
  user?: { name?: { firstName?: string; lastName?: string } };
}

/** The providers that the server has configured. */
export function useProviders(): Provider[] {
  const { data } = useQuery(configQuery(useApi()));
  const offered = {
    google: data?.google_client_id,
    apple: data?.apple_client_id,
    oidc: data?.oidc,
  };
  return (['google', 'apple', 'oidc'] as const).filter((provider) => offered[provider]);
}

/** What users know the providers as, the same in every language. */
export function useProviderNames(): Record<Provider, string> {
  const { data } = useQuery(configQuery(useApi()));
  return { google: 'Google', apple: 'Apple', oidc: data?.oidc?.name ?? 'OpenID Connect' };
}

export function useProviderPrompt(onCredential: (credential: ProviderCredential) => void) {
  const api = useApi();
  const { data: config } = useQuery(configQuery(api));
  const [pending, setPending] = useState<ScriptProvider | null>(null);
  const [problem, setProblem] = useState<{ provider: ScriptProvider; error: Error } | null>(null);

  async function prompt(provider: ScriptProvider): Promise<void> {
    setProblem(null);
    setPending(provider);
    const fail = (error: Error) => {
      setPending(null);
      if (!(error instanceof ProviderCancelled)) setProblem({ provider, error });
    };
    const succeed = (answer: Omit<ProviderCredential, 'provider'>) => {
      setProblem(null);
      setPending(null);
      onCredential({ provider, ...answer });
    };
    try {
      const { nonce } = await responseData(api.POST('/api/auth/nonce'));
      const clientId = config?.[`${provider}_client_id`] ?? '';
      if (provider === 'apple') return succeed(await signInWithApple({ clientId, nonce }));
      await signInWithGoogle(
        { clientId, nonce },
        { onToken: (token) => succeed({ token }), onProblem: fail },
      );
    } catch (error) {
      fail(error as Error);
    }
  }

  return { prompt: (provider: ScriptProvider) => void prompt(provider), pending, problem };
}
