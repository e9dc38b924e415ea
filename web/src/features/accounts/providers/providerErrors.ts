/** The providers, and what can go wrong between pressing a provider's button and its answer. */
import type { TextKey } from '../../../i18n/texts.ts';

export type Provider = 'google' | 'apple';

/** Brand names are the same in every language. */
export const providerNames: Record<Provider, string> = { google: 'Google', apple: 'Apple' };

/** The message for a sign-in that the server rejected. */
export const rejectedTexts: Record<Provider, TextKey> = {
  google: 'auth.googleFailed',
  apple: 'auth.appleFailed',
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
