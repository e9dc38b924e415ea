/** The providers, and what can go wrong between pressing a provider's button and its answer. */
import type { TextKey } from '../../../i18n/texts.ts';

/** A provider whose script gives the page a token. */
export type ScriptProvider = 'google' | 'apple';

/** `oidc` is the one that the operator of the server has chosen; it has a page, but no script. */
export type Provider = ScriptProvider | 'oidc';

/** The message for a sign-in that the server rejected. */
export const rejectedTexts: Record<Provider, TextKey> = {
  google: 'auth.googleFailed',
  apple: 'auth.appleFailed',
  oidc: 'errors.code.oidc_failed',
};

export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem';
  readonly text: TextKey;

  constructor(text: TextKey) {
    super(text);
    this.text = text;
  }
}

/** The user cancelled, so no message is shown. */
export class ProviderCancelled extends Error {
  override readonly name = 'ProviderCancelled';
}
