/** The values of the account forms, and the checks that run before they are sent. */
import {
  checkEmail,
  checkNewPassword,
  checkRepeated,
  type FieldErrors,
} from '../../forms/checks.ts';

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

export interface NewPassword {
  password: string;
  confirmPassword: string;
}

export function checkLogin({ email, password }: Credentials): FieldErrors<Credentials> {
  return {
    email: checkEmail(email),
    password: password === '' ? 'auth.passwordRequired' : undefined,
  };
}

export function checkRegistration(form: Registration): FieldErrors<Registration> {
  return {
    email: checkEmail(form.email),
    ...checkPasswords(form),
    hasAgreed: form.hasAgreed ? undefined : 'auth.agreeToTerms',
  };
}

/** Without the passwords. */
export function checkPasskeyRegistration(form: Registration): FieldErrors<Registration> {
  return { ...checkRegistration(form), password: undefined, confirmPassword: undefined };
}

export function checkPasswords(form: NewPassword): FieldErrors<NewPassword> {
  return {
    password: checkNewPassword(form.password),
    confirmPassword: checkRepeated(form.password, form.confirmPassword),
  };
}

export function checkForgotten({ email }: { email: string }): FieldErrors<{ email: string }> {
  return { email: email.trim() === '' ? 'auth.enterEmail' : checkEmail(email) };
}
