/** Maps a failed call to a message for the user. */
import type { TextKey } from '../i18n/texts.ts';
import { ApiError, NetworkError } from './errors.ts';
import type { components } from './schema.d.ts';

/** Complete by its type: an error code of the contract without a text does not compile. */
const codeTexts: Record<components['schemas']['ErrorCode'], TextKey> = {
  not_found: 'errors.code.not_found',
  method_not_allowed: 'errors.code.internal',
  malformed: 'errors.code.internal',
  too_large: 'errors.code.too_large',
  unsupported_media_type: 'errors.code.internal',
  validation: 'errors.code.validation',
  token_expired: 'session.expired',
  token_missing: 'session.expired',
  token_revoked: 'session.expired',
  token_invalid: 'session.expired',
  csrf_missing: 'session.expired',
  csrf_mismatch: 'session.expired',
  bad_credentials: 'errors.code.bad_credentials',
  google_failed: 'errors.code.google_failed',
  apple_failed: 'errors.code.apple_failed',
  oidc_failed: 'errors.code.oidc_failed',
  passkey_failed: 'errors.code.passkey_failed',
  cross_site: 'errors.code.internal',
  reauth_required: 'errors.code.reauth_required',
  no_password: 'errors.code.no_password',
  email_taken: 'errors.code.email_taken',
  sign_ups_closed: 'errors.code.sign_ups_closed',
  invitation_invalid: 'errors.code.invitation_invalid',
  email_unverified: 'errors.code.email_unverified',
  link_required: 'errors.code.link_required',
  link_invalid: 'errors.code.link_invalid',
  identity_taken: 'errors.code.identity_taken',
  last_sign_in: 'errors.code.last_sign_in',
  passkey_refused: 'errors.code.passkey_refused',
  too_many_passkeys: 'errors.code.too_many_passkeys',
  second_factor_on: 'errors.code.second_factor_on',
  second_factor_expired: 'errors.code.second_factor_expired',
  second_factor_required: 'errors.code.second_factor_required',
  location_already_saved: 'errors.code.location_already_saved',
  too_many_locations: 'errors.code.too_many_locations',
  too_many_tokens: 'errors.code.too_many_tokens',
  scope_missing: 'errors.code.scope_missing',
  rate_limited: 'errors.code.rate_limited',
  overloaded: 'errors.code.overloaded',
  timeout: 'errors.code.timeout',
  unavailable: 'errors.code.unavailable',
  internal: 'errors.code.internal',
};

export function errorText(error: unknown): TextKey {
  if (error instanceof NetworkError) return 'errors.network';
  if (error instanceof ApiError && error.code in codeTexts) {
    return codeTexts[error.code as keyof typeof codeTexts];
  }
  return 'errors.code.internal';
}
