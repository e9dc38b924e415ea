/** The requests about the second factor: the second step of a login, and the changes in the profile. */
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { responseData } from '../../../api/client.ts';
import { useSession } from '../../../api/session/useSession.ts';
import { visitorProof } from '../../../storage/visitor.ts';
import { useConfirmed } from '../confirmation/confirmation.ts';
import { useRefreshAccount } from '../profile/mutations.ts';

export function useSecondStep(id: string) {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (answer: { code?: string; recovery_code?: string }) =>
      responseData(
        api.POST('/api/auth/login/second-step', { body: { id, ...answer, ...visitorProof() } }),
      ),
    onSuccess: (answer) => session.signedIn(answer),
  });
}

/** A new secret for the app of the user. */
export function useStartSecondFactor() {
  const api = useApi();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: () => confirmed(() => responseData(api.POST('/api/auth/second-factor/options'))),
  });
}

/** `onTurnedOn` runs first: the recovery codes are in this answer only. */
export function useTurnOn(onTurnedOn: (recoveryCodes: string[]) => void) {
  const api = useApi();
  const refresh = useRefreshUser();
  return useMutation({
    mutationFn: (body: { id: string; code: string }) =>
      responseData(api.POST('/api/auth/second-factor', { body })),
    onSuccess: ({ recovery_codes }) => {
      onTurnedOn(recovery_codes);
      return refresh();
    },
  });
}

/** `onTurnedOff` also runs when the button is gone, as it is after the refresh. */
export function useTurnOff(onTurnedOff: () => void) {
  const api = useApi();
  const confirmed = useConfirmed();
  const refresh = useRefreshUser();
  return useMutation({
    mutationFn: () => confirmed(() => responseData(api.DELETE('/api/auth/second-factor'))),
    onSuccess: () => {
      onTurnedOff();
      return refresh();
    },
  });
}

export function useNewRecoveryCodes(onCodes: (recoveryCodes: string[]) => void) {
  const api = useApi();
  const confirmed = useConfirmed();
  const refresh = useRefreshAccount();
  return useMutation({
    mutationFn: () =>
      confirmed(() => responseData(api.POST('/api/auth/second-factor/recovery-codes'))),
    onSuccess: ({ recovery_codes }) => {
      onCodes(recovery_codes);
      refresh();
    },
  });
}

/** The user says whether a confirmation asks for a code. */
function useRefreshUser() {
  const api = useApi();
  const session = useSession();
  const refresh = useRefreshAccount();
  return async () => {
    refresh();
    const { user } = await responseData(api.GET('/api/auth/me'));
    session.userChanged(user);
  };
}
