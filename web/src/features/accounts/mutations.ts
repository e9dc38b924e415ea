/** Login, registration and links from mails: the requests, and how their answers change the session. */
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { responseData } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { useSession } from '../../api/session/useSession.ts';
import { visitorProof } from '../../storage/visitor.ts';
import type { Credentials, Registration } from './validation.ts';

type SecondStep = components['schemas']['SecondStep'];

/** `onSecondStep` runs if the account has a second factor. */
export function useLogin(onSecondStep: (step: SecondStep) => void) {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: ({ email, password }: Credentials) =>
      responseData(
        api.POST('/api/auth/login', {
          body: { email: email.trim(), password, ...visitorProof() },
        }),
      ),
    onSuccess: (answer) => ('id' in answer ? onSecondStep(answer) : session.signedIn(answer)),
  });
}

/** `onRegistered` also runs when the form is gone, as it is after the sign-in. */
export function useRegister(invitation: string | null, onRegistered: (form: Registration) => void) {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (form: Registration) =>
      responseData(
        api.POST('/api/auth/register', {
          body: {
            email: form.email.trim(),
            password: form.password,
            first_name: form.firstName.trim(),
            last_name: form.lastName.trim(),
            ...(invitation !== null && { invitation }),
            ...visitorProof(),
          },
        }),
      ),
    onSuccess: (answer, form) => {
      session.signedIn(answer);
      onRegistered({ ...form, email: form.email.trim() });
    },
  });
}

export function useForgotPassword() {
  const api = useApi();
  return useMutation({
    mutationFn: (email: string) =>
      responseData(api.POST('/api/auth/forgot-password', { body: { email: email.trim() } })),
  });
}

export function useResetPassword() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      responseData(api.POST('/api/auth/reset-password', { body })),
  });
}

export function useVerifyEmail() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: async (body: { token: string; password?: string }) => {
      await api.POST('/api/auth/verify-email', { body });
      if (session.state.status !== 'authenticated') return;
      const { user } = await responseData(api.GET('/api/auth/me'));
      session.userChanged(user);
    },
  });
}

export function useRevertEmail() {
  const api = useApi();
  return useMutation({
    mutationFn: (token: string) =>
      responseData(api.POST('/api/auth/revert-email', { body: { token } })),
  });
}

export function useResendVerification() {
  const api = useApi();
  return useMutation({ mutationFn: () => responseData(api.POST('/api/auth/resend-verification')) });
}
