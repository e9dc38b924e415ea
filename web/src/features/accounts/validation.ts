/** What a sign-in form can tell before the server is asked. The server checks everything again. */
import type { TextKey } from '../../i18n/texts.ts';

const minPasswordLength = 8;
/** One @ with something on both sides and a dot after it; whether it exists, only a mail can tell. */
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export interface Credentials {
  email: string;
  password: string;
}

export interface Registration extends Credentials {
  firstName: string;
  lastName: string;
  confirmPassword: string;
  hasAgreed: boolean;
}

export type FieldErrors<T> = Partial<Record<keyof T, TextKey>>;

export function checkLogin({ email }: Credentials): FieldErrors<Credentials> {
  return withoutGaps({ email: checkEmail(email) });
}

export function checkRegistration(form: Registration): FieldErrors<Registration> {
  const isShort = [...form.password].length < minPasswordLength;
  return withoutGaps({
    email: checkEmail(form.email),
    password: isShort ? 'auth.passwordTooShort' : undefined,
    confirmPassword: form.password === form.confirmPassword ? undefined : 'auth.passwordsDiffer',
    hasAgreed: form.hasAgreed ? undefined : 'auth.agreeToTerms',
  });
}

function checkEmail(email: string): TextKey | undefined {
  if (email.trim() === '') return 'contact.emailRequired';
  return emailShape.test(email.trim()) ? undefined : 'contact.emailInvalid';
}

function withoutGaps<T extends object>(errors: T): T {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error)) as T;
}
