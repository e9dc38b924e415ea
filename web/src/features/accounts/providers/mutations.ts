/** Sends a provider's credential to the server, to sign in. */
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { responseData } from '../../../api/client.ts';
import { useSession } from '../../../api/session/useSession.ts';
import { paths } from '../../../paths.ts';
import { writeStored } from '../../../storage/store.ts';
import { visitorProof } from '../../../storage/visitor.ts';
import { useConfirmed } from '../confirmation/confirmation.ts';
import { clearAppleUser } from './apple.ts';
import type { ProviderCredential } from './useIdentityProvider.ts';

/** The password of the account with the same address, when the server requires it. */
interface Proof {
  password?: string;
}

export function useProviderSignIn() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: ({ provider, token, code, user, password }: ProviderCredential & Proof) => {
      const proof = { ...(password !== undefined && { password }), ...visitorProof() };
      return provider === 'google'
        ? responseData(api.POST('/api/auth/google', { body: { token, ...proof } }))
        : responseData(
            api.POST('/api/auth/apple', {
              body: { id_token: token, ...(code && { code }), ...(user && { user }), ...proof },
            }),
          );
    },
    onSuccess: (answer) => {
      clearAppleUser();
      session.signedIn(answer);
    },
  });
}

/** Leaves for the page of the operator's own provider, which returns to the profile with an outcome. */
export function useProviderPage(purpose: 'connect' | 'confirm') {
  const api = useApi();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: () =>
      confirmed(() =>
        responseData(
          api.POST('/api/auth/oidc/start', { body: { purpose, return_to: paths.profile } }),
        ),
      ),
    onSuccess: ({ url }) => location.assign(url),
  });
}

/** A sign-in that ended in the system's browser, or that still needs a password. */
export function useHandOff() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (body: { code: string; verifier?: string; password?: string }) =>
      responseData(api.POST('/api/auth/handoff', { body: { ...body, ...visitorProof() } })),
    onSuccess: (answer) => {
      writeStored('signInVerifier', null);
      session.signedIn(answer);
    },
  });
}
