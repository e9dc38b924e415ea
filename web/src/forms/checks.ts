/** Validation in the browser before a form is sent. The server validates everything again. */
import type { TextKey } from '../i18n/texts.ts';

const minPasswordLength = 8;
const maxPasswordLength = 128;
/** One @ with text on both sides and a dot after it; only a mail can prove that the address exists. */
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Errors by field name; a valid field is absent or undefined. */
export type FieldErrors<T> = { [K in keyof T]?: TextKey | undefined };

export function checkEmail(email: string): TextKey | undefined {
  if (email.trim() === '') return 'contact.emailRequired';
  return emailShape.test(email.trim()) ? undefined : 'contact.emailInvalid';
}

export function checkNewPassword(password: string): TextKey | undefined {
  const length = [...password].length;
  if (length < minPasswordLength) return 'auth.passwordTooShort';
  return length > maxPasswordLength ? 'auth.passwordTooLong' : undefined;
}

export function checkRepeated(password: string, repeated: string): TextKey | undefined {
  return password === repeated ? undefined : 'auth.passwordsDiffer';
}
