/** Asks a provider who somebody is: nonce, script, prompt; the answer goes to whoever asked. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import { answerOf } from '../../../api/client.ts';
import { configQuery } from '../../../api/config.ts';
import { askApple } from './apple.ts';
import { askGoogle } from './google.ts';
import { type Provider, ProviderCancelled } from './providerErrors.ts';

/** What a provider says of somebody; the name comes from Apple alone, and once. */
export interface ProviderCredential {
  provider: Provider;
  token: string;
  code?: string;
  user?: { name?: { firstName?: string; lastName?: string } };
}

/** The providers this server is connected to. */
export function useProviders(): Provider[] {
  const { data } = useQuery(configQuery(useApi()));
  const ids = { google: data?.google_client_id, apple: data?.apple_client_id };
  return (['google', 'apple'] as const).filter((provider) => ids[provider]);
}

export function useProviderPrompt(onCredential: (credential: ProviderCredential) => void) {
  const api = useApi();
  const { data: config } = useQuery(configQuery(api));
  const [asking, setAsking] = useState<Provider | null>(null);
  const [problem, setProblem] = useState<{ provider: Provider; error: Error } | null>(null);

  async function ask(provider: Provider): Promise<void> {
    setProblem(null);
    setAsking(provider);
    const fail = (error: Error) => {
      setAsking(null);
      if (!(error instanceof ProviderCancelled)) setProblem({ provider, error });
    };
    const vouch = (answer: Omit<ProviderCredential, 'provider'>) => {
      setProblem(null);
      setAsking(null);
      onCredential({ provider, ...answer });
    };
    try {
      const { nonce } = await answerOf(api.POST('/api/auth/nonce'));
      const clientId = config?.[`${provider}_client_id`] ?? '';
      if (provider === 'apple') return vouch(await askApple({ clientId, nonce }));
      await askGoogle(
        { clientId, nonce },
        { onToken: (token) => vouch({ token }), onProblem: fail },
      );
    } catch (error) {
      fail(error as Error);
    }
  }

  return { ask: (provider: Provider) => void ask(provider), asking, problem };
}
