/** Translates the server's validation messages for a field. */
import { ApiError } from '../api/errors.ts';
import type { TextKey } from '../i18n/texts.ts';

const sentences: ReadonlyArray<readonly [RegExp, TextKey]> = [
  [/^Password must be at least 8 characters$/, 'auth.passwordTooShort'],
  [/^Password must be at most 128 characters$/, 'auth.passwordTooLong'],
  [/^This password is too common$/, 'auth.passwordTooCommon'],
  [/^The password is wrong$/, 'errors.field.passwordWrong'],
  [/^The code is wrong or was used before$/, 'errors.field.codeWrong'],
  [/^The recovery code is wrong or was used before$/, 'errors.field.recoveryCodeWrong'],
  [/^Enter the code of your authenticator app/, 'auth.secondStep.codeRequired'],
  [/^Enter your current password/, 'errors.field.passwordNeeded'],
  [/^Email is required$/, 'contact.emailRequired'],
  [/^Invalid email address$/, 'contact.emailInvalid'],
  [/^Invalid phone number$/, 'errors.field.phone'],
  [/^Name is required$/, 'contact.nameRequired'],
  [/^Subject is required$/, 'contact.subjectRequired'],
  [/^Message is required$/, 'contact.messageRequired'],
  [/^Must be at most \d+ characters$/, 'errors.field.tooLong'],
  [/^Must not contain control characters$/, 'errors.field.controlCharacters'],
];

/** The server's error for `field`; undefined when there is none. */
export function fieldText(error: unknown, field: string): TextKey | undefined {
  const sentence = error instanceof ApiError ? error.fields[field] : undefined;
  if (sentence === undefined) return undefined;
  return sentences.find(([pattern]) => pattern.test(sentence))?.[1] ?? 'errors.code.validation';
}
