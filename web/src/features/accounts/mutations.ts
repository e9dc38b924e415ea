/** Signing in and up: the call, and the session that begins with its answer. */
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { answerOf } from '../../api/client.ts';
import { useSession } from '../../api/session/useSession.ts';
import type { Credentials, Registration } from './validation.ts';

export function useLogin() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: ({ email, password }: Credentials) =>
      answerOf(api.POST('/api/auth/login', { body: { email: email.trim(), password } })),
    onSuccess: (answer) => session.signedIn(answer),
  });
}

export function useRegister() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (form: Registration) =>
      answerOf(
        api.POST('/api/auth/register', {
          body: {
            email: form.email.trim(),
            password: form.password,
            first_name: form.firstName.trim(),
            last_name: form.lastName.trim(),
          },
        }),
      ),
    onSuccess: (answer) => session.signedIn(answer),
  });
}
